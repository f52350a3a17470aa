import { baseNameOf } from '../../../text/source.ts';

/** What is before a path on a command line, in a list or in a text in quotes. */
const beforePath = /(?:[/"'=<@]|(?:^|\s)(?:-f|--values|-{1,2}var-file|source|-?include|\.)[ \t]+)$/;

/** Whether a text names a file. A name without an extension is also a word, so only a path counts. */
export const namesFile = (text: string, name: string): boolean =>
  isNamedAfter(text, name, (before) => (name.includes('.') ? !/[\w.-]$/.test(before) : beforePath.test(before)));

/** What is before the name of a program that a shell runs: another program, the end of a command, or the key of a step. */
const beforeProgram =
  /(?:^|[;&|(\n/]|\b(?:run|script|command):|\b(?:exec|bash|sh|source|sudo|env|time|xargs)[ \t]|(?:^|\s)\.[ \t])[ \t]*(?:-[ \t]+)?["']?$/;

/** Whether a text runs a program by its name or path. */
export const namesProgram = (text: string, name: string): boolean =>
  isNamedAfter(text, name, (before) => beforeProgram.test(before));

function isNamedAfter(text: string, name: string, isAfter: (before: string) => boolean): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (/[\w-]/.test(text[at + name.length] ?? '')) continue;
    if (isAfter(text.slice(Math.max(0, at - 40), at))) return true;
  }

  return false;
}

/** Names of files without an extension that are text for people, or that a program of their own reads. */
const others =
  /^(?:LICEN[CS]E|NOTICE|AUTHORS|CODEOWNERS|OWNERS|README|CHANGELOG|VERSION|CNAME|Kustomization|Dockerfile|Gemfile|Pipfile|Vagrantfile|(?:GNU)?Makefile|justfile|Tiltfile|Jenkinsfile|Procfile)$/i;

/** Whether a file may be a program by its name, which has no extension. */
export const mayBeProgram = (path: string): boolean => {
  const name = baseNameOf(path);
  return !name.includes('.') && !others.test(name);
};

/** Whether a text says which program runs it. */
export const namesInterpreter = (text: string): boolean => text.startsWith('#!');
