{{/*
Security of the pod of a store, whose image chooses the user unless there is one here. The cluster chooses user and group where
runAsUser is null. Takes (list $ group user).
*/}}
{{- define "svc.storePodSecurity" -}}
{{- $root := index . 0 -}}
runAsNonRoot: true
{{- if $root.Values.runAsUser }}
{{- with index . 2 }}
runAsUser: {{ . }}
runAsGroup: {{ . }}
{{- end }}
fsGroup: {{ index . 1 }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* Security of a container of a store. Their images write configuration at each start, so the root is not read-only. */}}
{{- define "svc.storeContainerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Pod of ClickHouse or Keeper. Takes (list $ values of stores.clickhouse, container). */}}
{{- define "svc.clickHousePod" -}}
{{- $root := index . 0 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "svc.storePodSecurity" (list $root 101 101) | nindent 2 }}
{{- with include "svc.pullSecrets" $root }}
{{ . }}
{{- end }}
{{- with include "svc.placement" (index . 1) | trim }}
{{ . }}
{{- end }}
containers:
  - name: {{ (index . 2).name }}
    image: {{ (index . 2).image }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    resources:
      {{- toYaml (index . 2).resources | nindent 6 }}
    securityContext:
      {{- include "svc.storeContainerSecurity" $root | nindent 6 }}
{{- end }}

{{/* Pod template of Strimzi, which has no node selector but node affinity. Takes (list $ values of stores.kafka). */}}
{{- define "svc.strimziPod" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
{{- $affinity := $values.affinity -}}
{{- if $values.nodeSelector -}}
{{- if $affinity.nodeAffinity }}{{ fail "stores.kafka: nodeSelector and affinity.nodeAffinity exclude each other" }}{{ end -}}
{{- $terms := list -}}
{{- range $label, $value := $values.nodeSelector }}{{ $terms = append $terms (dict "key" $label "operator" "In" "values" (list $value)) }}{{ end -}}
{{- $nodes := dict "nodeSelectorTerms" (list (dict "matchExpressions" $terms)) -}}
{{- $affinity = merge (dict "nodeAffinity" (dict "requiredDuringSchedulingIgnoredDuringExecution" $nodes)) $affinity -}}
{{- end -}}
enableServiceLinks: false
securityContext:
  {{- include "svc.storePodSecurity" (list $root 1001 0) | nindent 2 }}
{{- with include "svc.pullSecrets" $root }}
{{ . }}
{{- end }}
{{- with include "svc.placement" (dict "priorityClassName" $values.priorityClassName "tolerations" $values.tolerations "affinity" $affinity) | trim }}
{{ . }}
{{- end }}
{{- end }}

{{/* Nodes of the pods of CloudNativePG, which has names of its own for affinity. Takes the values of stores.postgres. */}}
{{- define "svc.cloudNativePgPlacement" -}}
{{- $placement := pick . "nodeSelector" "tolerations" -}}
{{- range $name, $theirs := dict "nodeAffinity" "nodeAffinity" "podAffinity" "additionalPodAffinity" "podAntiAffinity" "additionalPodAntiAffinity" -}}
{{- $_ := set $placement $theirs (index $.affinity $name) -}}
{{- end -}}
{{- range $name, $value := $placement }}{{ if not $value }}{{ $_ := unset $placement $name }}{{ end }}{{ end -}}
{{- with $placement }}{{ toYaml . }}{{ end -}}
{{- end }}
