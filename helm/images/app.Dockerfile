# The portal, and the migration of its database (args: build/migrate.js). Nothing is run while it is built, so either
# architecture is built on any machine:
#   npm run images
#   docker buildx build --platform linux/amd64,linux/arm64 -f helm/images/app.Dockerfile build/images/app

# Libraries of C and C++ and nothing else: no shell, no package manager.
ARG BASE=gcr.io/distroless/cc-debian12:nonroot
FROM ${BASE}
ARG TARGETARCH
COPY ${TARGETARCH}/node /usr/local/bin/node
WORKDIR /sdo
COPY sdo/ ./
COPY ${TARGETARCH}/node_modules/ ./node_modules/
ENV NODE_ENV=production
USER 65532:65532
EXPOSE 3000
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["build/app.js"]
