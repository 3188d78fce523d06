{{/* What each process is told, and which of it comes from Secrets: _faults.tpl compares it with what the values add. */}}

{{- define "sdo.app.env" -}}
- { name: NODE_ENV, value: production }
- { name: HOST, value: {{ .Values.listenAddress | quote }} }
- { name: PORT, value: {{ .Values.app.port | quote }} }
- { name: HEALTH_HOST, value: {{ .Values.listenAddress | quote }} }
- { name: HEALTH_PORT, value: {{ .Values.app.healthPort | quote }} }
- { name: LOG_LEVEL, value: {{ .Values.logLevel }} }
- { name: PUBLIC_URL, value: {{ .Values.app.publicUrl | quote }} }
- { name: PLATFORM_ACCOUNT_NUMBER, value: {{ .Values.platformAccountNumber | quote }} }
- { name: MAIL_FROM, value: {{ .Values.app.mail.from | quote }} }
- { name: SUPPORT_EMAIL, value: {{ .Values.app.supportEmail | quote }} }
{{- with .Values.app.supportChatUrl }}
- { name: SUPPORT_CHAT_URL, value: {{ . | quote }} }
{{- end }}
{{- with .Values.app.sessionRecordingUrl }}
- { name: SESSION_RECORDING_URL, value: {{ . | quote }} }
{{- end }}
{{- with .Values.app.deployAction }}
- { name: DEPLOY_ACTION, value: {{ . | quote }} }
{{- end }}
- { name: REGISTRATION_OPEN, value: {{ .Values.app.registrationOpen | quote }} }
- { name: TRUSTED_PROXIES, value: {{ .Values.app.trustedProxies | quote }} }
{{- if kindIs "slice" .Values.app.oidcIssuers }}
- { name: OIDC_ISSUERS, value: {{ .Values.app.oidcIssuers | toJson | quote }} }
{{- end }}
{{- range $name, $most := .Values.app.quotas }}
- { name: QUOTA_{{ $name }}, value: {{ $most | int | quote }} }
{{- end }}
{{- with include "sdo.tracingVariables" (list . "app") | trim }}{{ . | nindent 0 }}{{ end }}
{{- include "sdo.secretsVariables" (include "sdo.app.secrets" . | fromYamlArray) | trim | nindent 0 }}
{{- end -}}

{{- define "sdo.controller.env" -}}
- { name: NODE_ENV, value: production }
- { name: NAMESPACE, value: {{ .Release.Namespace }} }
- { name: HEALTH_HOST, value: {{ .Values.listenAddress | quote }} }
- { name: HEALTH_PORT, value: {{ .Values.controller.healthPort | quote }} }
- { name: LOG_LEVEL, value: {{ .Values.logLevel }} }
- { name: PLATFORM_ACCOUNT_NUMBER, value: {{ .Values.platformAccountNumber | quote }} }
- { name: CONTROL_CIDRS, value: {{ join "," .Values.controller.controlCidrs | quote }} }
- { name: AGENT_BUNDLE_URL, value: {{ .Values.controller.agentBundle.url | quote }} }
- { name: AGENT_BUNDLE_SHA256, value: {{ .Values.controller.agentBundle.sha256 | quote }} }
{{- with .Values.controller.dnsResolvers }}
- { name: DNS_RESOLVERS, value: {{ join "," . | quote }} }
{{- end }}
{{- with include "sdo.tracingVariables" (list . "controller") | trim }}{{ . | nindent 0 }}{{ end }}
{{- include "sdo.secretsVariables" (include "sdo.controller.secrets" . | fromYamlArray) | trim | nindent 0 }}
{{- with .Values.controller.aws.secret.name }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.controller.aws.secret.name }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- end -}}

{{- define "sdo.migration.env" -}}
- { name: NODE_ENV, value: production }
{{- include "sdo.secretsVariables" (include "sdo.migration.secrets" . | fromYamlArray) | trim | nindent 0 }}
{{- end -}}

{{/* [{ variable: DATABASE_URL, secret: { name, key } }] */}}
{{- define "sdo.app.secrets" -}}
{{- $secrets := list
  (dict "variable" "DATABASE_URL" "secret" .Values.database.secret)
  (dict "variable" "SMTP_URL" "secret" .Values.app.mail.secret)
  (dict "variable" "AUTHENTICATOR_KEYS" "secret" .Values.app.authenticatorKeys.secret)
-}}
{{- concat $secrets (include "sdo.tracingSecrets" . | fromYamlArray) | toYaml -}}
{{- end -}}

{{- define "sdo.controller.secrets" -}}
{{- $secrets := list
  (dict "variable" "DATABASE_URL" "secret" .Values.database.secret)
  (dict "variable" "MASTER_KEY" "secret" .Values.controller.masterKey.secret)
-}}
{{- if .Values.controller.kubeconfig.secret.name }}
{{- $secrets = append $secrets (dict "variable" "KUBECONFIG" "secret" .Values.controller.kubeconfig.secret) -}}
{{- end -}}
{{- concat $secrets (include "sdo.tracingSecrets" . | fromYamlArray) | toYaml -}}
{{- end -}}

{{- define "sdo.migration.secrets" -}}
{{- $owner := .Values.database.ownerSecret -}}
{{- list (dict "variable" "DATABASE_URL" "secret" (ternary $owner .Values.database.secret (ne $owner.name ""))) | toYaml -}}
{{- end -}}

{{- define "sdo.tracingSecrets" -}}
{{- with .Values.tracing -}}
{{- ternary (list (dict "variable" "OTEL_EXPORTER_OTLP_HEADERS" "secret" .headers.secret)) list (not (or (empty .endpoint) (empty .headers.secret.name))) | toYaml -}}
{{- end -}}
{{- end -}}
