{{/* Name of the chart in labels, and in names that it makes. */}}
{{- define "sdo.chartName" -}}
{{ .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}

{{- define "sdo.name" -}}
{{- $chart := include "sdo.chartName" . -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains $chart .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name $chart | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "sdo.labels" -}}
app.kubernetes.io/name: {{ include "sdo.chartName" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (.Chart.Version | replace "+" "_") }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Of one process: (list $ "app") */}}
{{- define "sdo.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "sdo.chartName" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "sdo.componentLabels" -}}
{{ include "sdo.labels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Of the pods of one process, with those that the values add: (list $ "app") */}}
{{- define "sdo.podLabels" -}}
{{ include "sdo.componentLabels" . }}
{{- with (index (index . 0).Values (index . 1)).podLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* (list $ .Values.app.image) */}}
{{- define "sdo.image" -}}
{{- $root := index . 0 -}}
{{- with index . 1 -}}
{{- if .digest -}}
{{ printf "%s@%s" .repository .digest }}
{{- else -}}
{{ printf "%s:%s" .repository (.tag | default $root.Chart.AppVersion) }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "sdo.host" -}}
{{ (urlParse .Values.app.publicUrl).host }}
{{- end -}}
