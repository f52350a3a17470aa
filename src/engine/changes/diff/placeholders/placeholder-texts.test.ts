import { describe, expect, test } from 'vitest';
import { mayBeSameText } from './placeholder-texts.ts';

describe('texts that differ, whatever the placeholders are', () => {
  test.each([
    ['a literal after the variable', 'a ${X} b', 'a ${X} c'],
    ['the default of a variable', '${X:-info} a', '${X:-info} b'],
    ['between variables', 'a ${X} b ${Y}', 'a ${X} bb ${Y}'],
    ['after a value of a chart', '{{ .Values.a }}: 1', '{{ .Values.a }}: 2'],
    ['more text', 'a ${X}', 'a ${X} b'],
    ['more lines, one with another variable', 'a\nb ${X}', 'a\nb ${X}\nc\nd ${Y}'],
    ['more lines with another variable', 'a\nb ${X}', 'c\nd\nb ${Y}'],
    ['another word in a line', 'a ${X}\nb ${Y}', 'c\nb ${Y}'],
    ['a variable of kustomize', 'a $(X) b', 'a $(X) c'],
    ['a variable of a script', '$CLUSTER-a', '$CLUSTER-b'],
    ['a marker', 'x-__NAME__-a', 'x-__NAME__-b'],
    ['a function', 'a {{ include "x" . }} b', 'a {{ include "x" . }} c'],
    ['a pipe', 'a {{ .Values.x | quote }}', 'b {{ .Values.x | quote }}'],
    ['more lines, one with another value', 'a {{ .V }}', 'a {{ .V }}\necho x\nb {{ .W }}'],
    ['lines at several places', 'a {{ .V }}\nz', 'x\na {{ .V }}\ny {{ .W }}\nz'],
    ['fewer lines', 'a {{ .V }}\nb\nc {{ .W }}', 'a {{ .V }}'],
    ['a line that is replaced next to a new value', 'a {{ .V }}\nold', 'a {{ .V }}\n{{ .W }}\nnew line'],
    ['a line before a block', '{{ if .A }}x{{ end }}\nb', 'a\n{{ if .A }}x{{ end }}\nb'],
    [
      'a line between blocks',
      '{{ if .A }}x{{ end }}{{ with .B }}y{{ end }}',
      '{{ if .A }}x{{ end }}z{{ with .B }}y{{ end }}',
    ],
    [
      'a line after nested blocks',
      '{{ if .A }}{{ range .B }}x{{ end }}{{ end }}',
      '{{ if .A }}{{ range .B }}x{{ end }}{{ end }}\ny',
    ],
    ['a line after a directive', '%{ if a }\nx\n%{ endif }\n', '%{ if a }\nx\n%{ endif }\ny\n'],
    ['a line after a block of Jinja', '{% if a %}\nx\n{% endif %}\n', '{% if a %}\nx\n{% endif %}\ny\n'],
    ['a line next to a new block', 'a {{ .V }}', 'a {{ .V }}\nb\n{{ if .W }}c{{ end }}'],
    ['a text without expressions that lacks a word', 'a {{ .V }} and {{ .W }} z', 'a b c z'],
    ['a value after the same assignment', '{{ $x := 1 }}{{ $x }} a', '{{ $x := 1 }}{{ $x }} b'],
  ])('%s', (_, was, is) => {
    expect(mayBeSameText(was, is)).toBe(false);
    expect(mayBeSameText(is, was)).toBe(false);
  });
});

describe('texts that may be equal', () => {
  test.each([
    ['a literal for a variable', 'a ${X}', 'a b'],
    ['another variable', 'a ${X} b', 'a ${Y} b'],
    ['one more variable', 'a ${X} b', 'a ${X}${Y} b'],
    ['another text within a block', '{{ if .Values.a }}x{{ end }}', '{{ if .Values.a }}y{{ end }}'],
    ['another text after `else`', '{{ if .A }}x{{ else }}y{{ end }}', '{{ if .A }}x{{ else }}z{{ end }}'],
    [
      'a line within a nested block',
      '{{ if .A }}{{ if .B }}{{ end }}{{ end }}',
      '{{ if .A }}{{ if .B }}{{ end }}\nx{{ end }}',
    ],
    ['a line within a block that does not end', 'a\n{{ if .A }}x', 'a\n{{ if .A }}x\ny'],
    ['a line within a directive', '%{ if a }\nx\n%{ endif }\n', '%{ if a }\nx\ny\n%{ endif }\n'],
    ['a line within a block of Jinja', '{% for a in b %}\nx\n{% endfor %}', '{% for a in b %}\ny\n{% endfor %}'],
    ['a new block', 'a {{ .V }}', 'a {{ .V }}{{ if .W }}c{{ end }}'],
    ['the same', 'same', 'same'],
    ['a word for a variable in a line', 'a\nb ${X}', 'a\nb c'],
    ['lines for a variable that is alone in its line', 'a\n${X}', 'a\nb\nc'],
    ['lines for a value', 'a\nb {{ .Values.x }}', 'a\nb c\nd'],
    ['a comment', 'a{{/* b */}} {{ .V }}', 'a {{ .V }}'],
    ['white space that is removed', 'a\n  {{- .V }}', 'a{{ .V }}'],
    ['white space after a value that is removed', '{{ .V -}}  \n b', '{{ .V }}b'],
    ['white space around a directive', 'a  %{~ if b ~}  x%{ endif }', 'a%{ if b }x%{ endif }'],
    ['another assignment', '{{ $x := "b" }}z{{ $x }}', 'z{{ $x := "" }}b{{ $x }}'],
    ['letters that a variable may move', 'ab${X}', '${X}ab'],
    ['a name in capitals', 'x:\nhttps://CLUSTER_ENDPOINT/\ny', 'x:\nhttps://a/\ny'],
  ])('%s', (_, was, is) => {
    expect(mayBeSameText(was, is)).toBe(true);
    expect(mayBeSameText(is, was)).toBe(true);
  });
});
