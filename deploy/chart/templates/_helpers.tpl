{{- define "bot.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "bot.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "bot.labels" -}}
{{ include "bot.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "bot.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Several replicas without a common queue would review twice and answer a comment twice. */ -}}
{{- define "bot.isReplicated" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) -}}
{{- if not .Values.redis.enabled -}}
{{- fail "More than one replica needs Redis. Set redis.enabled=true and add the key redis-url to the Secret, or set replicas=1 and autoscaling.enabled=false." -}}
{{- end -}}
true
{{- end -}}
{{- end -}}
