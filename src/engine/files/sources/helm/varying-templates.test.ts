import { describe, expect, test } from 'vitest';
import { varyingTemplate } from './varying-templates.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n';
const when = (condition: string, text = pool): string => `{{- if ${condition} }}\n${text}{{- end }}\n`;
const varies = (texts: readonly string[], isNamespaceKnown = false): boolean =>
  varyingTemplate(
    texts.map((text, i) => ({ file: `templates/${i}.yaml`, text })),
    isNamespaceKnown,
  ) !== undefined;

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ include "a.name" . }}\n';
const helper = (body: string): string => `{{- define "a.name" -}}\n${body}\n{{- end }}\n`;

describe('T83: the objects of a template vary', () => {
  test.each([
    ['with an upgrade', when('.Release.IsUpgrade')],
    ['with the revision', when('gt (int .Release.Revision) 1')],
    ['with the server', when('contains "-eks-" .Capabilities.KubeVersion.GitVersion')],
    ['with the APIs', when('.Capabilities.APIVersions.Has "example.com/v1"')],
    ['with the time', when('gt (now | unixEpoch | int64) 1')],
    ['by chance', when('eq (randInt 0 9) 7')],
    ['with what is in the cluster', when('lookup "v1" "Namespace" "" "a"')],
    ['with the namespace', when('ne .Release.Namespace "default"')],
    ['through a variable', `{{- $r := .Release }}\n${when('$r.IsUpgrade')}`],
    ['through a name in quotes', when('index (get . "Release") "IsUpgrade"')],
    ['in a part of a NodePool', `${pool}spec:\n  weight: {{ .Release.Revision }}\n`],
    ['in the kind', 'apiVersion: v1\nkind: {{ ternary "ConfigMap" "Secret" .Release.IsUpgrade }}\n'],
    ['for a kind that nobody knows', when('.Release.IsUpgrade', 'apiVersion: a.example.com/v1\nkind: Thing\n')],
    ['for objects of values', when('.Release.IsUpgrade', '{{ toYaml .Values.objects }}\n')],
    ['for objects of a text', when('.Release.IsUpgrade', `${service}  a: {{ "x\\n---\\n" }}\n`)],
  ])('%s', (_, text) => {
    expect(varies([text])).toBe(true);
  });

  test('through the templates that they include', () => {
    const through = '{{- define "b" }}{{ include "a.name" . }}{{ end }}\n';
    expect(varies([when('include "b" .'), through, helper('{{ .Release.IsUpgrade }}')])).toBe(true);
    expect(varies([when('include "b" .'), through, helper('{{ .Release.Name }}')])).toBe(false);
  });

  test('as far as the namespace is unknown', () => {
    expect(varies([when('ne .Release.Namespace "default"')], true)).toBe(false);
  });
});

describe('the objects of a template do not vary', () => {
  test.each([
    ['with values', when('.Values.env')],
    ['with values whose names are those of functions', when('and .Values.now (eq .Values.lookup "env")')],
    ['with the name of the release', `${pool}  namespace: {{ .Release.Namespace }}\n`],
    ['in a comment', `{{/* .Release.IsUpgrade */}}\n${pool}`],
    [
      'if only a route does',
      when(
        'semverCompare ">=1.19-0" .Capabilities.KubeVersion.GitVersion',
        'apiVersion: networking.k8s.io/v1\nkind: Ingress\n',
      ),
    ],
    [
      'if only monitoring does',
      when(
        '.Capabilities.APIVersions.Has "monitoring.coreos.com/v1"',
        'kind: ServiceMonitor\napiVersion: {{ .Values.api }}\n',
      ),
    ],
    ['if only a Secret does', 'kind: Secret\ndata:\n  a: {{ randAlphaNum 8 | b64enc | quote }}\n'],
    [
      'if only a label does',
      `${service}  labels:\n    {{- include "a.name" . | nindent 4 }}\n    a: {{ .Release.Revision }}\n`,
    ],
  ])('%s', (_, text) => {
    expect(varies([text, helper('{{ .Chart.Name }}')])).toBe(false);
  });
});
