{{/* Security of a pod and its containers: no root, no privileges, no writes outside of mounted volumes. */}}
{{- define "svc.podSecurity" -}}
runAsNonRoot: true
{{- with .Values.runAsUser }}
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "svc.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* What all pods share. Takes (list $ service values). */}}
{{- define "svc.podBasics" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $values := index . 2 -}}
serviceAccountName: {{ include "svc.fullname" $root }}-{{ $service }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "svc.podSecurity" $root | nindent 2 }}
{{- with include "svc.pullSecrets" $root }}
{{ . }}
{{- end }}
{{- with include "svc.placement" $values | trim }}
{{ . }}
{{- end }}
{{- with $values.dnsPolicy }}
dnsPolicy: {{ . }}
{{- end }}
{{- with $values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The Secrets for the registry, or nothing. */}}
{{- define "svc.pullSecrets" -}}
{{- with .Values.imagePullSecrets -}}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end }}

{{/* The nodes of a pod, to be trimmed. Takes values with nodeSelector, tolerations, affinity and priorityClassName. */}}
{{- define "svc.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The container of `svc-admin migrate`. Takes (list $ arguments). */}}
{{- define "svc.migrateContainer" -}}
{{- $root := index . 0 -}}
{{- $values := $root.Values.migrate -}}
name: migrate
image: {{ include "svc.image" (list $root $values.image) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
args: {{ index . 1 | toJson }}
env:
  {{- include "svc.env" (list $root "migrate" $values) | trim | nindent 2 }}
{{- with $values.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
resources:
  {{- toYaml $values.resources | nindent 2 }}
securityContext:
  {{- include "svc.containerSecurity" $root | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- with include "svc.postgresCaMount" (list $root "migrate") }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- with $values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{/* The authority of the Postgres that this chart makes, without its key; nothing where a service does not use it. Takes (list $ service). */}}
{{- define "svc.postgresCaVolume" -}}
{{- if include "svc.usesOwnPostgres" . -}}
- name: postgres-ca
  secret:
    secretName: {{ include "svc.fullname" (index . 0) }}-postgres-ca
    items: [{ key: ca.crt, path: ca.crt }]
    defaultMode: 0444
{{- end }}
{{- end }}

{{- define "svc.postgresCaMount" -}}
{{- if include "svc.usesOwnPostgres" . -}}
- name: postgres-ca
  mountPath: /etc/svc/postgres-ca
  readOnly: true
{{- end }}
{{- end }}

{{/* Takes (list $ service values). */}}
{{- define "svc.volumes" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $values := index . 2 -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ $values.tmpSizeLimit }}
{{- if ne $root.Values.internalTls.mode "none" }}
- name: rpc-tls
  secret:
    secretName: {{ include "svc.rpcTlsSecret" (list $root $service) }}
    defaultMode: 0440
{{- end }}
{{- if and $root.Values.publicTls.existingSecret (has $service (list "gateway" "ingest")) }}
- name: public-tls
  secret:
    secretName: {{ $root.Values.publicTls.existingSecret }}
    defaultMode: 0440
{{- end }}
{{- with include "svc.postgresCaVolume" . }}
{{ . }}
{{- end }}
{{- with $values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Takes (list $ service values). */}}
{{- define "svc.volumeMounts" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $values := index . 2 -}}
- name: tmp
  mountPath: /tmp
{{- if ne $root.Values.internalTls.mode "none" }}
- name: rpc-tls
  mountPath: /etc/svc/rpc-tls
  readOnly: true
{{- end }}
{{- if and $root.Values.publicTls.existingSecret (has $service (list "gateway" "ingest")) }}
- name: public-tls
  mountPath: /etc/svc/public-tls
  readOnly: true
{{- end }}
{{- with include "svc.postgresCaMount" . }}
{{ . }}
{{- end }}
{{- with $values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The Secret with the certificate of a service for internal calls. Takes (list $ service). */}}
{{- define "svc.rpcTlsSecret" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- if eq $root.Values.internalTls.mode "secrets" -}}
{{ required (printf "internalTls.secrets.%s is required with internalTls.mode=secrets" $service) (index $root.Values.internalTls.secrets $service) }}
{{- else -}}
{{ include "svc.fullname" $root }}-{{ $service }}-rpc-tls
{{- end }}
{{- end }}

{{/* Changes when a Secret does, so that `helm upgrade` replaces the pods; empty where there is no cluster to ask. Takes (list $ service). */}}
{{- define "svc.secretChecksum" -}}
{{- $root := index . 0 -}}
{{- if $root.Values.rollOnSecretChange -}}
{{- with lookup "v1" "Secret" $root.Release.Namespace (include "svc.secretName" $root) -}}
checksum/secret: {{ .data | toJson | sha256sum }}
{{- end }}
{{- end }}
{{- end }}
