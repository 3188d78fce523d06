{{/* Everything that is missing or contradicts itself, at once. The schema has looked at what each value is by itself. */}}
{{- define "sdo.faults" -}}
{{- $faults := list -}}
{{- with .Values -}}
{{- range list
  (list "platformAccountNumber" .platformAccountNumber "the 12 digits of the AWS account in which SDO runs")
  (list "database.secret.name" .database.secret.name "the Secret with the address of Postgres")
  (list "app.image.repository" .app.image.repository "the image of the portal, without its tag")
  (list "app.publicUrl" .app.publicUrl "where people reach the portal, https://…")
  (list "app.mail.from" .app.mail.from "the sender of mails: SDO <no-reply@example.com>")
  (list "app.mail.secret.name" .app.mail.secret.name "the Secret with the address of the mail server")
  (list "app.supportEmail" .app.supportEmail "the address that gets what people write on the contact page")
  (list "app.authenticatorKeys.secret.name" .app.authenticatorKeys.secret.name "the Secret with the keys of authenticators")
  (list "controller.image.repository" .controller.image.repository "the image of the controller, without its tag")
  (list "controller.masterKey.secret.name" .controller.masterKey.secret.name "the Secret with the key of which instances' keys are derived")
  (list "controller.controlCidrs" .controller.controlCidrs "the IPv4 ranges from which the controller reaches instances")
  (list "controller.agentBundle.url" .controller.agentBundle.url "the https address of the agent bundle")
  (list "controller.agentBundle.sha256" .controller.agentBundle.sha256 "the SHA-256 of the agent bundle")
-}}
{{- if empty (index . 1) -}}
{{- $faults = append $faults (printf "%s: must be given, %s." (index . 0) (index . 2)) -}}
{{- end -}}
{{- end -}}
{{- if and .ingress.enabled .httpRoute.enabled -}}
{{- $faults = append $faults "ingress.enabled, httpRoute.enabled: choose one of them." -}}
{{- end -}}
{{- if and .httpRoute.enabled (empty .httpRoute.parentRefs) -}}
{{- $faults = append $faults "httpRoute.parentRefs: must name the Gateway that the portal is reached by." -}}
{{- end -}}
{{- if and .tracing.headers.secret.name (empty .tracing.endpoint) -}}
{{- $faults = append $faults "tracing.endpoint: must be given, the address of the collector that tracing.headers are for." -}}
{{- end -}}
{{- range $process, $settings := dict "app" .app "controller" .controller "migration" .migration -}}
{{- $given := list -}}
{{- range include (printf "sdo.%s.env" $process) $ | fromYamlArray -}}
{{- $given = append $given .name -}}
{{- end -}}
{{- range $settings.extraEnv -}}
{{- if has .name (list "DATABASE_URL" "SMTP_URL" "AUTHENTICATOR_KEYS" "MASTER_KEY" "OTEL_EXPORTER_OTLP_HEADERS") -}}
{{- $faults = append $faults (printf "%s.extraEnv: %s is a secret, name the Secret that holds it instead." $process .name) -}}
{{- else if has .name $given -}}
{{- $faults = append $faults (printf "%s.extraEnv: %s is given twice. Give it by the chart's own value where it has one, else once." $process .name) -}}
{{- end -}}
{{- $given = append $given .name -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- join "\n" $faults -}}
{{- end -}}

{{- define "sdo.requireNoFaults" -}}
{{- with include "sdo.faults" . -}}
{{- fail (printf "SDO cannot be installed like this:\n%s\nhelm/sdo/values.yaml and docs/operations.md explain each." .) -}}
{{- end -}}
{{- end -}}
