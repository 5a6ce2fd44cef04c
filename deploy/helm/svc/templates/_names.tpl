{{- define "svc.name" -}}
{{ .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the longest suffix in a name of 63 characters. */}}
{{- define "svc.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "svc.name" .) .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name (include "svc.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "svc.services" -}}
alerting,exports,gateway,ingest,integrations,query
{{- end }}

{{- define "svc.chartLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: {{ include "svc.name" . }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes (list $ service). */}}
{{- define "svc.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "svc.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Takes (list $ service). */}}
{{- define "svc.labels" -}}
{{ include "svc.selector" . }}
{{ include "svc.chartLabels" (index . 0) }}
{{- end }}

{{/* The metadata of an object of a service. Takes (list $ service). */}}
{{- define "svc.metadata" -}}
{{- $root := index . 0 -}}
name: {{ include "svc.fullname" $root }}-{{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "svc.labels" . | nindent 2 }}
{{- end }}

{{/* The values of a service over the defaults, as YAML. Takes (list $ service). */}}
{{- define "svc.values" -}}
{{- $root := index . 0 -}}
{{- mustMergeOverwrite (deepCopy $root.Values.defaults) (deepCopy (index $root.Values (index . 1))) | toYaml -}}
{{- end }}

{{/* Whether the chart makes a store or a Secret itself, which no hook before the installation could use. */}}
{{- define "svc.makesPrerequisites" -}}
{{- $stores := .Values.stores -}}
{{- if or $stores.kafka.enabled $stores.clickhouse.enabled $stores.postgres.enabled $stores.valkey.enabled .Values.externalSecret.enabled }}true{{ end -}}
{{- end }}

{{/* The Secret with the settings that are secrets. */}}
{{- define "svc.secretName" -}}
{{- if .Values.existingSecret -}}
{{ .Values.existingSecret }}
{{- else if .Values.externalSecret.enabled -}}
{{ include "svc.fullname" . }}
{{- else -}}
{{ required "existingSecret is required: the name of a Secret with SVC_RPC_TOKEN and the other keys of README.md. This chart makes no secrets." .Values.existingSecret }}
{{- end }}
{{- end }}

{{/* Takes (list $ image) where image has registry, repository, tag and digest. */}}
{{- define "svc.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- $registry := $image.registry | default $root.Values.image.registry -}}
{{- $name := printf "%s/%s" (required "image.registry is required: the registry that you pushed the images to. None are published." $registry) $image.repository -}}
{{- if $image.digest -}}
{{ $name }}@{{ $image.digest }}
{{- else -}}
{{ $name }}:{{ $image.tag | default $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}
{{- end }}
