import { expect, test } from 'vitest';
import { linesOfPatch } from './diff-lines.ts';

test.each([
  ['', []],
  ['@@ -1,3 +1,4 @@\n a\n-b\n+c\n+d\n e', [1, 2, 3, 4]],
  ['@@ -0,0 +1 @@\n+one\n\\ No newline at end of file', [1]],
  ['@@ -10,2 +20,2 @@ spec:\n x\n-y\n+@@ -1 +1 @@\n@@ -40 +50 @@\n+z', [20, 21, 50]],
  ['@@ -1,2 +0,0 @@\n-a\n-b', []],
])('the right side of %j are the lines %j', (patch, expected) => expect([...linesOfPatch(patch)]).toEqual(expected));
