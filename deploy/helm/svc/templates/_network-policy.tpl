{{/* Ports of a destination or source: a list under `ports`. */}}
{{- define "svc.policyPorts" -}}
ports:
  {{- range . }}
  - { protocol: TCP, port: {{ . }} }
  {{- end }}
{{- end }}

{{/* The peers of the stores that this chart makes, as a list in YAML. Takes (list $ destination). */}}
{{- define "svc.ownStorePeers" -}}
{{- $root := index . 0 -}}
{{- $name := include "svc.fullname" $root -}}
{{- $stores := $root.Values.stores -}}
{{- $destination := index . 1 -}}
{{- if and (eq $destination "kafka") $stores.kafka.enabled }}
- podSelector: { matchLabels: { strimzi.io/cluster: {{ $name }}-kafka } }
{{- else if and (eq $destination "clickhouse") $stores.clickhouse.enabled }}
- podSelector: { matchLabels: { clickhouse.altinity.com/chi: {{ $name }} } }
{{- else if and (eq $destination "postgres") $stores.postgres.enabled }}
- podSelector: { matchLabels: { cnpg.io/cluster: {{ $name }}-postgres } }
{{- else if and (eq $destination "redis") $stores.valkey.enabled }}
- podSelector: { matchLabels: { app.kubernetes.io/instance: {{ $root.Release.Name }}, app.kubernetes.io/component: valkey } }
{{- end }}
{{- end }}

{{/*
Whether an optional exit is open: as the values say, or else if a service of theirs has the setting that names the server. Takes
(list $ destination).
*/}}
{{- define "svc.isOpen" -}}
{{- $root := index . 0 -}}
{{- $destination := index . 1 -}}
{{- $enabled := (index $root.Values.networkPolicy.destinations $destination).enabled -}}
{{- if kindIs "bool" $enabled -}}
{{- if $enabled }}true{{ end -}}
{{- else -}}
{{- $isNamed := false -}}
{{- range ($root.Files.Get "files/network.yaml" | fromYaml).optionalExits -}}
{{- if and .setting (eq .to $destination) -}}
{{- $settings := merge (dict) ((include "svc.values" (list $root .from) | fromYaml).settings | default dict) $root.Values.settings -}}
{{- if or (hasKey $settings .setting) (hasKey $root.Values.secretRefs .setting) -}}{{- $isNamed = true -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- if $isNamed }}true{{ end -}}
{{- end -}}
{{- end }}

{{/* What a service may receive and open, from files/network.yaml. Takes (list $ service). */}}
{{- define "svc.networkPolicySpec" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- $policy := $root.Values.networkPolicy -}}
{{- $network := $root.Files.Get "files/network.yaml" | fromYaml -}}
{{- $ports := index $network.services $service -}}
podSelector:
  matchLabels:
    {{- include "svc.selector" (list $root $service) | nindent 4 }}
policyTypes: [Ingress, Egress]
{{- $ingress := list }}
{{- range $network.entrances }}
{{- if eq .to $service }}{{ $ingress = append $ingress . }}{{ end }}
{{- end }}
{{- range $network.calls }}
{{- if eq .to $service }}{{ $ingress = append $ingress . }}{{ end }}
{{- end }}
{{- if $ingress }}
ingress:
  {{- range $ingress }}
  - {{- include "svc.policyPorts" (list (index $ports .port)) | nindent 4 }}
    {{- if .from }}
    from:
      - podSelector:
          matchLabels:
            {{- include "svc.selector" (list $root .from) | nindent 12 }}
    {{- else }}
    {{- $source := .source }}
    {{- with index $policy.sources $source }}
    from:
      {{- toYaml . | nindent 6 }}
      {{- if ne $source "scrapers" }}
      # helm test
      - podSelector:
          matchLabels:
            {{- include "svc.selector" (list $root "test") | nindent 12 }}
      {{- end }}
    {{- end }}
    {{- end }}
  {{- end }}
{{- end }}
egress:
  # DNS
  - ports:
      - { protocol: UDP, port: 53 }
      - { protocol: TCP, port: 53 }
    {{- with $policy.dns }}
    to:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- range $network.calls }}
  {{- if eq .from $service }}
  # {{ .to }}
  - {{- include "svc.policyPorts" (list (index (index $network.services .to) .port)) | nindent 4 }}
    to:
      - podSelector:
          matchLabels:
            {{- include "svc.selector" (list $root .to) | nindent 12 }}
  {{- end }}
  {{- end }}
  {{- range $network.exits }}
  {{- if eq .from $service }}
  {{- $destination := index $policy.destinations .to }}
  {{- $peers := include "svc.ownStorePeers" (list $root .to) | fromYamlArray | default $destination.to }}
  # {{ .to }}
  - {{- include "svc.policyPorts" $destination.ports | nindent 4 }}
    {{- with $peers }}
    to:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- end }}
  {{- range $network.optionalExits }}
  {{- $destination := index $policy.destinations .to }}
  {{- if and (eq .from $service) (include "svc.isOpen" (list $root .to)) }}
  # {{ .to }}
  - {{- include "svc.policyPorts" $destination.ports | nindent 4 }}
    {{- with $destination.to }}
    to:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- end }}
  {{- with $policy.extraEgress }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
