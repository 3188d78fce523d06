# The controller. Nothing is run while it is built, so either architecture is built on any machine:
#   npm run images
#   docker buildx build --platform linux/amd64,linux/arm64 -f helm/images/controller.Dockerfile build/images/controller

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
EXPOSE 8081
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["build/controller.js"]
