{{/*
The settings that this chart decides, as a map in YAML. Takes (list $ service values).
*/}}
{{- define "svc.decidedSettings" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $network := $root.Files.Get "files/network.yaml" | fromYaml -}}
{{- $ports := index $network.services $service -}}
{{- $host := $root.Values.listenAddress -}}
{{- if ne $service "migrate" }}
SVC_METRICS_HOST: {{ $host | quote }}
SVC_METRICS_PORT: {{ $ports.metrics | quote }}
SVC_MIGRATIONS: require
SVC_DRAIN_SECONDS: {{ (index . 2).drainSeconds | quote }}
{{- end }}
{{- if $ports.rpc }}
SVC_RPC_LISTEN: {{ printf "%s:%v" $host $ports.rpc | quote }}
{{- end }}
{{- if and $ports.http (eq $service "gateway") }}
SVC_HTTP_HOST: {{ $host | quote }}
SVC_HTTP_PORT: {{ $ports.http | quote }}
{{- end }}
{{- if eq $service "ingest" }}
SVC_INGEST_HOST: {{ $host | quote }}
SVC_INGEST_PORT: {{ $ports.http | quote }}
SVC_OTLP_GRPC_PORT: {{ $ports.grpc | quote }}
{{- end }}
{{- range $network.calls }}
{{- if eq .from $service }}
SVC_{{ upper .to }}_ADDRESS: {{ printf "%s-%s-rpc.%s.svc.%s:%v" (include "svc.fullname" $root) .to $root.Release.Namespace $root.Values.clusterDomain (index $network.services .to).rpc | quote }}
{{- end }}
{{- end }}
{{- if and (ne $root.Values.internalTls.mode "none") (ne $service "migrate") }}
SVC_RPC_TLS_CERT_FILE: /etc/svc/rpc-tls/tls.crt
SVC_RPC_TLS_KEY_FILE: /etc/svc/rpc-tls/tls.key
SVC_RPC_TLS_CA_FILE: /etc/svc/rpc-tls/ca.crt
{{- end }}
{{- if $root.Values.publicTls.existingSecret }}
SVC_TLS_CERT_FILE: /etc/svc/public-tls/tls.crt
SVC_TLS_KEY_FILE: /etc/svc/public-tls/tls.key
{{- end }}
{{- with $root.Values.stores.kafka }}
{{- if .enabled }}
SVC_KAFKA_BROKERS: {{ include "svc.fullname" $root }}-kafka-kafka-bootstrap.{{ $root.Release.Namespace }}.svc:9092
SVC_KAFKA_PARTITIONS: {{ .topics.partitions | quote }}
SVC_KAFKA_REPLICATION: {{ .topics.replicas | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* A number of Helm is a float, which it would write with an exponent. */}}
{{- define "svc.settingText" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- end }}

{{/*
Where stores that this chart makes publish an address with a password, as a map in YAML. Such an address gets `suffix` appended, which
demands TLS and names the authority that signed the certificate of the server.
*/}}
{{- define "svc.storeSecretRefs" -}}
{{- if .Values.stores.postgres.enabled }}
SVC_DATABASE_URL:
  name: {{ include "svc.fullname" . }}-postgres-app
  key: uri
  suffix: '?sslmode=verify-full&sslrootcert=/etc/svc/postgres-ca/ca.crt'
{{- end }}
{{- end }}

{{/* Where each setting that is a secret comes from, if not from the one Secret, as a map in YAML. */}}
{{- define "svc.secretRefs" -}}
{{- $refs := include "svc.storeSecretRefs" . | fromYaml | default dict -}}
{{- /* Not `merge`, which would add the suffix to an address of the values. */ -}}
{{- range $name, $ref := .Values.secretRefs }}{{ $_ := set $refs $name $ref }}{{ end -}}
{{- toYaml $refs -}}
{{- end }}

{{/* Whether a service connects to the Postgres that this chart makes, at its published address. Takes (list $ service). */}}
{{- define "svc.usesOwnPostgres" -}}
{{- $root := index . 0 -}}
{{- $declared := index ($root.Files.Get "files/settings.json" | fromJson) (index . 1) -}}
{{- if and (hasKey $declared "SVC_DATABASE_URL") $root.Values.stores.postgres.enabled (not (hasKey $root.Values.secretRefs "SVC_DATABASE_URL")) }}true{{ end -}}
{{- end }}

{{/*
The environment of a container, from the settings that the service declares: those that the chart decides, those of the values, and
secrets by reference. Takes (list $ service values).
*/}}
{{- define "svc.env" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $values := index . 2 -}}
{{- $declared := index ($root.Files.Get "files/settings.json" | fromJson) $service -}}
{{- $decided := include "svc.decidedSettings" . | fromYaml | default dict -}}
{{- $given := merge (dict) ($values.settings | default dict) $root.Values.settings -}}
{{- $refs := include "svc.secretRefs" $root | fromYaml | default dict -}}
{{- range $name := keys $declared | sortAlpha }}
{{- $setting := index $declared $name }}
{{- if hasKey $decided $name }}
- name: {{ $name }}
  value: {{ index $decided $name | quote }}
{{- else if hasKey $given $name }}
- name: {{ $name }}
  value: {{ include "svc.settingText" (index $given $name) | quote }}
{{- else if $setting.secret }}
{{- $ref := index $refs $name | default dict }}
{{- /* Processes refuse variables with the prefix SVC_ that are no settings. */}}
{{- $base := printf "%s_BASE" (trimPrefix "SVC_" $name) }}
- name: {{ ternary $base $name (hasKey $ref "suffix") }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | default (include "svc.secretName" $root) }}
      key: {{ $ref.key | default $name }}
      {{- if not $setting.required }}
      optional: true
      {{- end }}
{{- with $ref.suffix }}
- name: {{ $name }}
  value: {{ printf "$(%s)%s" $base . | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Refuses settings that no service has, and those that this chart decides. */}}
{{- define "svc.checkSettings" -}}
{{- $declared := .Files.Get "files/settings.json" | fromJson -}}
{{- range $service := splitList "," (include "svc.services" .) }}
{{- $values := include "svc.values" (list $ $service) | fromYaml }}
{{- $decided := include "svc.decidedSettings" (list $ $service $values) | fromYaml }}
{{- range $name, $_ := $values.settings }}
{{- if not (hasKey (index $declared $service) $name) }}{{ fail (printf "%s.settings: the service has no setting %s" $service $name) }}{{ end }}
{{- end }}
{{- range $name, $_ := merge (dict) ($values.settings | default dict) $.Values.settings }}
{{- if hasKey $decided $name }}{{ fail (printf "settings: the chart itself decides %s" $name) }}{{ end }}
{{- end }}
{{- end }}
{{- range $name, $_ := .Values.settings }}
{{- $isKnown := false }}
{{- range $service, $settings := $declared }}{{ if hasKey $settings $name }}{{ $isKnown = true }}{{ end }}{{ end }}
{{- if not $isKnown }}{{ fail (printf "settings: no service has a setting %s" $name) }}{{ end }}
{{- end }}
{{- end }}
