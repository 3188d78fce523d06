{{/* What every container of the chart may do to the machine: nothing. */}}
{{- define "sdo.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* What the values add to a container: (list $ "app") gives its variables from elsewhere. */}}
{{- define "sdo.envFrom" -}}
{{- with (index (index . 0).Values (index . 1)).extraEnvFrom -}}
envFrom: {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{/* Containers before that of a process; one with restartPolicy Always runs beside it, and ends with it: (list $ "app") */}}
{{- define "sdo.initContainers" -}}
{{- with (index (index . 0).Values (index . 1)).initContainers -}}
initContainers: {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{/* Where and how pods of a process are placed: (list $ "app") */}}
{{- define "sdo.placement" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $values := index $root.Values $component -}}
{{- /* The migration runs where portals may, unless it says otherwise. */ -}}
{{- $usual := ternary $root.Values.app dict (eq $component "migration") -}}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector | default $usual.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations | default $usual.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if and $root.Values.topologySpread.enabled (ne $component "migration") }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $root.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels: {{- include "sdo.selector" (list $root $component) | nindent 8 }}
    # Else a new release counts the pods that it replaces.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end -}}

{{/*
Secrets as files of one volume, for the variables that name them: (list $ $secrets), with
[{ variable: DATABASE_URL, secret: { name, key } }]. A file is called like its variable.
*/}}
{{- define "sdo.secretsVolume" -}}
- name: secrets
  projected:
    # Read by the group of the pod alone.
    defaultMode: 0440
    sources:
      {{- range . }}
      - secret:
          name: {{ .secret.name }}
          items: [{ key: {{ .secret.key }}, path: {{ .variable }} }]
      {{- end }}
{{- end -}}

{{- define "sdo.secretsVariables" -}}
{{- range . }}
- name: {{ .variable }}{{ if ne .variable "KUBECONFIG" }}_FILE{{ end }}
  value: /etc/sdo/secrets/{{ .variable }}
{{- end }}
{{- end -}}

{{- define "sdo.secretsMount" -}}
- name: secrets
  mountPath: /etc/sdo/secrets
  readOnly: true
{{- end -}}

{{/* Where spans go: (list $ "app") */}}
{{- define "sdo.tracingVariables" -}}
{{- $root := index . 0 -}}
{{- with $root.Values.tracing }}{{- if .endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: OTEL_SERVICE_NAME, value: {{ include "sdo.name" $root }}-{{ index $ 1 }} }
- { name: OTEL_TRACES_SAMPLER, value: {{ .sampler }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .samplerRatio | quote }} }
{{- end }}{{- end }}
{{- end -}}

{{/* The port of the collector, for the network policies. */}}
{{- define "sdo.tracingPort" -}}
{{- $address := urlParse .Values.tracing.endpoint -}}
{{- $named := regexFind ":[0-9]+$" $address.host | trimPrefix ":" -}}
{{- $named | default (ternary "443" "80" (eq $address.scheme "https")) -}}
{{- end -}}

{{/* The certificate authority of the database, where it has one of its own. */}}
{{- define "sdo.databaseVolume" -}}
{{- with .Values.database.certificateAuthority }}{{- if .configMap }}
- name: database-ca
  configMap:
    name: {{ .configMap }}
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}{{- end }}
{{- end -}}

{{- define "sdo.databaseMount" -}}
{{- if .Values.database.certificateAuthority.configMap }}
- name: database-ca
  mountPath: /etc/sdo/database-ca
  readOnly: true
{{- end }}
{{- end -}}
