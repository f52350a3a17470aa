import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';

/** Apart from the name of the script, so that nobody takes it for one of this repository. */
const npmRun = 'npm run';

const file = '.github/workflows/deploy.yml';
const workflow = (steps: string, { top = '', job = '' } = {}): string =>
  `name: deploy\non:\n  push: {branches: [main]}\n${top}jobs:\n  deploy:\n    runs-on: ubuntu-latest\n${job}    steps:\n      - uses: actions/checkout@v4\n${steps}`;
const step = (text: string): string => `      - ${text}\n`;
const apply = step('run: kubectl apply -f pools/');
const applies = (steps: string): string => workflow(`${steps}${apply}`);
const secret = (name: string): string => step(`run: ./publish --token \${{ secrets.${name} }}`);
const made = (command: string, more: { top?: string; job?: string }): string => workflow(step(`run: ${command}`), more);
const called = (ref: string): string =>
  `on: push\njobs:\n  deploy:\n    uses: acme/shared/.github/workflows/ship.yml@${ref}\n`;
const document = (name: string): string =>
  applies(
    `      - run: |\n          kubectl apply -f - <<EOF\n          metadata:\n            name: ${name}\n          EOF\n`,
  );

const started = (lines: string): string =>
  applies('').replace('  push: {branches: [main]}\n', `  push:\n    branches: [main]\n${lines}`);

type Change = readonly [before: string, after: string];

const opaque: Readonly<Record<string, Change>> = {
  'another action': [applies(step('uses: azure/setup-kubectl@v4')), applies(step('uses: somebody/apply@v4'))],
  'a branch of an action': [
    applies(step('uses: azure/setup-kubectl@v4')),
    applies(step('uses: azure/setup-kubectl@x')),
  ],
  'an input that is called `name`': [
    applies(`${step('uses: azure/k8s-deploy@v5')}        with:\n          name: a\n`),
    applies(`${step('uses: azure/k8s-deploy@v5')}        with:\n          name: b\n`),
  ],
  'a name in a text': [document('a'), document('b')],
  'a command of a job with an environment': [
    made('make deploy', { job: '    environment: production\n' }),
    made('curl https://somebody.example', { job: '    environment: production\n' }),
  ],
  'a command of a job with an identity': [
    made('./a', { top: 'permissions:\n  id-token: write\n' }),
    made('./b', { top: 'permissions:\n  id-token: write\n' }),
  ],
  'a command next to a secret that may be of a cluster': [
    workflow(secret('DEPLOY_KEY') + step('run: ./a')),
    workflow(secret('DEPLOY_KEY') + step('run: ./b')),
  ],
  'a command on a machine of its own': [
    made('./a', {}).replace('ubuntu-latest', '[self-hosted, prod]'),
    made('./b', {}).replace('ubuntu-latest', '[self-hosted, prod]'),
  ],
  'a machine that may have an identity': [applies(''), applies('').replace('ubuntu-latest', 'production')],
  'a program after a sign in quotes that begins no comment': [
    made("|\n          echo 'a # b' | kubectl apply -f a", {}),
    made("|\n          echo 'a # b' | kubectl apply -f b", {}),
  ],
  'a program in another command after a sign': [
    made('|\n          echo a # b && kubectl apply -f a', {}),
    made('|\n          echo a # b && kubectl apply -f b', {}),
  ],
  'a version of a workflow that is elsewhere': [called('v1'), called('v2')],
  'the default of an input': [
    applies('').replace('  push:', '  workflow_dispatch:\n    inputs:\n      a:\n        default: b\n  push:'),
    applies('').replace('  push:', '  workflow_dispatch:\n    inputs:\n      a:\n        default: c\n  push:'),
  ],
};

const unreviewed: Readonly<Record<string, Change>> = {
  'another branch': [applies(''), applies('').replace('main', "'**'")],
  'another branch in a block': [started(''), started('').replace('[main]', "['**']")],
  'a trigger of strangers': [started(''), started('  pull_request_target:\n')],
  'a trigger on the line of its key': [
    applies('').replace('on:\n  push: {branches: [main]}', 'on: workflow_dispatch'),
    applies('').replace('on:\n  push: {branches: [main]}', 'on: issue_comment'),
  ],
  'no branch any more': [started(''), started('').replace('    branches: [main]\n', '')],
  'an identity': [applies(''), applies('').replace('jobs:', 'permissions:\n  id-token: write\njobs:')],
  'what a job waits for': [applies(''), applies('').replace('    steps', '    needs: [approval]\n    steps')],
  'the name of a workflow that is a folder': [
    applies(step(`run: kubectl apply -f \${{ github.workflow }}`)),
    applies(step(`run: kubectl apply -f \${{ github.workflow }}`)).replace('name: deploy', 'name: big'),
  ],
  'that it may write code': [applies(''), applies('').replace('jobs:', 'permissions:\n  contents: write\njobs:')],
  'that it may write checks': [
    workflow(apply, { job: '    permissions: {contents: read}\n' }),
    workflow(apply, { job: '    permissions: {contents: read, checks: write}\n' }),
  ],
  'a name between brackets that an expression uses': [
    `{name: a, on: push, jobs: {\ndeploy: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f \${{ github.workflow }}"\n}]}}}\n`,
    `{name: b, on: push, jobs: {\ndeploy: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f \${{ github.workflow }}"\n}]}}}\n`,
  ],
  'what an input may be': [
    started('  workflow_dispatch:\n    inputs:\n      a: {type: choice, options: [a]}\n'),
    started('  workflow_dispatch:\n    inputs:\n      a: {type: choice, options: [a, b]}\n'),
  ],
  'a key between brackets over several lines': [
    '{on: push, jobs: {\ndeploy: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f pools"\n}]}}}\n',
    '{on: push, jobs: {\ndeploy: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f big"\n}]}}}\n',
  ],
};

const seen: Readonly<Record<string, Change>> = {
  'another version of an action': [
    applies(step('uses: azure/setup-kubectl@v4')),
    applies(step('uses: azure/setup-kubectl@v5')),
  ],
  'the name of a step': [applies(step('name: a\n        run: ls')), applies(step('name: b\n        run: ls'))],
  'the name of a workflow': [applies(''), applies('').replace('name: deploy', 'name: ship')],
  'which files start it': [started("    paths: ['a/**']\n"), started("    paths: ['a/**', 'b/**']\n")],
  'which files start it, one by one': [
    started('    paths:\n      - a/**\n'),
    started('    paths:\n      - a/**\n      - b/**\n'),
  ],
  'that it may be started by hand': [started(''), started('  workflow_dispatch:\n')],
  'the time at which it starts': [
    started('  schedule:\n    - cron: "0 1 * * *"\n'),
    started('  schedule:\n    - cron: "0 2 * * *"\n'),
  ],
  'what it may read': [applies(''), applies('').replace('jobs:', 'permissions:\n  contents: read\njobs:')],
  'what it may say of pull requests': [
    applies(''),
    applies('').replace('jobs:', 'permissions:\n  contents: read\n  pull-requests: write\njobs:'),
  ],
  'what a job may say of issues': [
    workflow(apply, { job: '    permissions: {contents: read}\n' }),
    workflow(apply, { job: '    permissions: {contents: read, issues: write}\n' }),
  ],
  'the description of an input': [
    started('  workflow_dispatch:\n    inputs:\n      a: {description: a, default: b}\n'),
    started('  workflow_dispatch:\n    inputs:\n      a: {description: b, default: b, required: true}\n'),
  ],
  'names between brackets': [
    '{name: a, on: push, jobs: {\ndeploy: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f pools"\n}]}}}\n',
    '{name: b, on: push, jobs: {\nship: {runs-on: ubuntu-latest, steps: [{\n run: "kubectl apply -f pools"\n}]}}}\n',
  ],
  'how long it may run': [applies(''), applies('').replace('    steps', '    timeout-minutes: 5\n    steps')],
  'another machine of GitHub': [applies(''), applies('').replace('ubuntu-latest', 'ubuntu-24.04')],
  'a comment': [applies(''), applies('      # then\n')],
  'a command of tests': [
    made('npm test', { top: 'permissions:\n  contents: read\n' }),
    made('npm run all', { top: 'permissions:\n  contents: read\n' }),
  ],
  'another action of tests': [
    workflow(step('uses: actions/setup-node@v4') + step('run: npm test')),
    workflow(step('uses: pnpm/action-setup@v4') + step('run: npm test')),
  ],
  'a command next to comments that name a program': [
    made('./a # so that helm and kustomize are isolated', { top: '# Runs no kubectl.\n' }),
    made('./b # so that helm and kustomize are isolated', { top: '# Runs no kubectl.\n' }),
  ],
  'a command next to the secret of a registry': [
    workflow(secret('NPM_TOKEN') + step('run: npm run build')),
    workflow(secret('NPM_TOKEN') + step('run: npm run generate')),
  ],
};

describe('T81: a pipeline that can deploy is opaque, whatever words a change has', () => {
  test.each(Object.entries(opaque))('%s', async (_, [before, after]) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([file]);
  });

  test.each(Object.entries(seen))('but not %s', async (_, [before, after]) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([]);
  });

  test.each([
    ['a script', 'deploy.sh', './deploy.sh'],
    ['a rule of make', 'Makefile', 'make deploy'],
    ['an action', '.github/actions/ship/action.yml', 'x\n      - uses: ./.github/actions/ship'],
  ])('%s that it runs', async (_, path, command) => {
    const change = (pipeline: string): Promise<readonly string[]> =>
      opaqueBetween(
        { [file]: pipeline, [path]: 'runs:\n  steps: [{run: a}]\n' },
        { [file]: pipeline, [path]: 'runs:\n  steps: [{run: b}]\n' },
      );
    expect(await change(made(command, { job: '    environment: production\n' }))).toEqual([path]);
    expect(await change(made(command, {}))).toEqual([]);
    expect(await change(applies(''))).toEqual([]);
  });
});

describe('T93: what starts a pipeline that can deploy, and with which rights, is opaque', () => {
  test.each(Object.entries(unreviewed))('%s', async (_, [before, after]) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual([file]);
  });
});

describe('T81: whatever a pipeline that can deploy runs is opaque', () => {
  const runs = (command: string): Record<string, string> => ({ [file]: applies(step(`run: ${command}`)) });

  test.each<[string, string, string, string, string]>([
    ['a script in a folder of tests', 'bash test/deploy.sh', 'test/deploy.sh', 'a\n', 'b\n'],
    ['a program', 'python scripts/deploy.py', 'scripts/deploy.py', 'a\n', 'b\n'],
    ['a module', 'python -m tools.deploy', 'tools/deploy.py', 'a\n', 'b\n'],
    ['a program in a folder of examples', './examples/x.rb', 'examples/x.rb', 'a\n', 'b\n'],
    ['a script of npm', `${npmRun} ship`, 'package.json', '{"scripts":{"ship":"a"}}', '{"scripts":{"ship":"b"}}'],
    ['an image', 'docker build -t a . && docker run a', 'Dockerfile', 'FROM a\n', 'FROM b\n'],
    ['a task', 'mise run deploy', '.mise.toml', '[tasks.a]\nrun = "a"\n', '[tasks.a]\nrun = "b"\n'],
    ['a folder', 'find hooks.d -type f -exec sh {} +', 'hooks.d/a.conf', 'a\n', 'b\n'],
  ])('%s', async (_, command, path, before, after) => {
    const [base, head] = [before, after].map((text) => ({ ...runs(command), [path]: text }));
    expect(await opaqueBetween(base!, head!)).toEqual([path]);
  });

  test('a library of a script that it runs', async () => {
    const around = { ...runs('bash scripts/deploy.sh'), 'scripts/deploy.sh': 'source scripts/lib/common.bash\n' };
    const [base, head] = ['a\n', 'b\n'].map((text) => ({ ...around, 'scripts/lib/common.bash': text }));
    expect(await opaqueBetween(base!, head!)).toEqual(['scripts/lib/common.bash']);
  });

  test.each<[string, string, string, string, string]>([
    ['a program that it does not name', './deploy', 'src/app.py', 'a\n', 'b\n'],
    [
      'a dependency',
      `${npmRun} ship`,
      'package.json',
      '{"dependencies":{"a":"1"},"scripts":{"ship":"a"}}',
      '{"dependencies":{"a":"2"},"scripts":{"ship":"a"}}',
    ],
    ['an image that it only builds', 'docker build -t a .', 'Dockerfile', 'FROM a\n', 'FROM b\n'],
    ['a test', './deploy', 'test/app.test.ts', 'a\n', 'b\n'],
  ])('but not %s', async (_, command, path, before, after) => {
    const [base, head] = [before, after].map((text) => ({ ...runs(command), [path]: text }));
    expect(await opaqueBetween(base!, head!)).toEqual([]);
  });
});

describe('T92: a line with `#` that a shell reads is opaque', () => {
  const script = (lines: string): string => `#!/bin/bash\nset -e\n${lines}kubectl get nodes\n`;
  const run = (lines: string, key = 'run: |'): string =>
    workflow(`      - ${key}\n${`set -e\n${lines}kubectl get nodes\n`.replace(/^(?=.)/gm, '          ')}`);

  const pruned = (inner: string): string => `kubectl apply --prune --all -f pools \\\n${inner}  --dry-run=server\n`;
  const heredoc = (inner: string): string => `cat <<'EOF' > a.txt\npools\n${inner}EOF\nsh a.txt\n`;
  const read: Readonly<Record<string, Change>> = {
    'that ends a command': [pruned(''), pruned('  # then\n')],
    'that ended a command': [pruned('  # then\n'), pruned('')],
    'that is blank, and ends a command': [pruned(''), pruned('\n')],
    'of a script that reads itself': [
      '#: a\nsed -n "s/^#: //p" "$0" | kubectl apply -f -\n',
      '#: b\nsed -n "s/^#: //p" "$0" | kubectl apply -f -\n',
    ],
    'in a heredoc': [heredoc('#100\n'), heredoc('#100000\n')],
    'in a heredoc with tabs': [
      heredoc('#1\n').replace("<<'EOF'", '<<-"EOF"'),
      heredoc('#2\n').replace("<<'EOF'", '<<-"EOF"'),
    ],
    'in single quotes': [": '\n# a\n'\n", ": '\n# b\n'\n"],
    'in double quotes': ['x="a\n# a\n"\n', 'x="a\n# b\n"\n'],
    'in quotes of a command in quotes': ['x="$(echo "a\n# a\n")"\n', 'x="$(echo "a\n# b\n")"\n'],
    'in quotes of an expansion': ['x="${a:-"a\n# a\n"}"\n', 'x="${a:-"a\n# b\n"}"\n'],
    'in a heredoc whose word is not understood': ['cat <<E"O"F\n# a\nEOF\n', 'cat <<E"O"F\n# b\nEOF\n'],
  };
  const plain: Readonly<Record<string, Change>> = {
    'of a script that reads another one next to it': [
      'source "$(dirname "$0")/lib.sh"\n# a\n',
      'source "$(dirname "$0")/lib.sh"\n# b\n',
    ],
    'between commands': ['ls\n', 'ls\n\n# then, don’t wait\n'],
    'with a quote': ["ls\n# don't\n", "ls\n# won't\n# it's\n"],
    'after a line that ends with a backslash in a comment': [
      '# helm upgrade \\\n#   -a\n',
      '# helm upgrade \\\n#   -b\n',
    ],
    'after a heredoc': [heredoc(''), `${heredoc('')}# then\n`],
    'after quotes over several lines': ["echo 'a\nb'\n", "echo 'a\nb'\n# then\n"],
    'after a number sign in a word': ['echo "$#" a#b ${x#y} \'#\'\n', 'echo "$#" a#b ${x#y} \'#\'\n# then\n'],
    'in a block of commands': ['if true; then\n  ls\nfi\n', 'if true; then\n  # then\n  ls\nfi\n'],
    'after a number that is shifted': ['x=$((1 << 2))\n', 'x=$((1 << 2))\n# then\n'],
    'after a text in a word': ['cat <<<"$x"\n', 'cat <<<"$x"\n# then\n'],
  };

  test.each(Object.entries(read))('in a script: one %s', async (_, [before, after]) => {
    expect(await opaqueBetween({ 'deploy.sh': script(before) }, { 'deploy.sh': script(after) })).toEqual(['deploy.sh']);
  });
  test.each(Object.entries(read))('in a workflow: one %s', async (_, [before, after]) => {
    expect(await opaqueBetween({ [file]: run(before) }, { [file]: run(after) })).toEqual([file]);
  });
  test.each(Object.entries(plain))('but not in a script: one %s', async (_, [before, after]) => {
    expect(await opaqueBetween({ 'deploy.sh': script(before) }, { 'deploy.sh': script(after) })).toEqual([]);
  });
  test.each(Object.entries(plain))('but not in a workflow: one %s', async (_, [before, after]) => {
    expect(await opaqueBetween({ [file]: run(before) }, { [file]: run(after) })).toEqual([]);
  });

  test('in a script of the folder of a pipeline', async () => {
    const around = { [file]: applies(step('run: bash ci/deploy.sh')) };
    const change = (after: string): Promise<readonly string[]> =>
      opaqueBetween({ ...around, 'ci/deploy.sh': script(pruned('')) }, { ...around, 'ci/deploy.sh': script(after) });
    expect(await change(`# then\n${pruned('')}`)).toEqual([]);
    expect(await change(pruned('# then\n'))).toEqual(['ci/deploy.sh']);
  });

  test('the program that runs a script', async () => {
    const [before, after] = ['#!/bin/bash\nls\n', '#!/usr/bin/env -S bash -c "kubectl delete nodepools --all"\nls\n'];
    const around = { [file]: applies(step('run: ./deploy.sh')) };
    expect(await opaqueBetween({ ...around, 'deploy.sh': before }, { ...around, 'deploy.sh': after })).toEqual([
      'deploy.sh',
    ]);
  });

  test.each<[string, string, string, boolean]>([
    ['a folded text', run('ls\n', 'run: >'), run('ls\n# a\n', 'run: >'), true],
    [
      'a quoted text',
      applies(step('run: "ls\n          a"')),
      applies(step('run: "ls\n          # b\n          a"')),
      true,
    ],
    [
      'another language',
      run('a\n', 'shell: python\n        run: |'),
      run('# a\na\n', 'shell: python\n        run: |'),
      true,
    ],
    ['YAML', applies(step('run: ls')), applies(`      # then\n\n${step('run: ls')}`), false],
  ])('of %s', async (_, before, after, isOpaque) => {
    expect(await opaqueBetween({ [file]: before }, { [file]: after })).toEqual(isOpaque ? [file] : []);
  });
});

describe('comments of what a pipeline that can deploy runs are harmless', () => {
  const changed = (path: string, before: string, after: string): Promise<readonly string[]> => {
    const around = { [file]: applies(step('run: make deploy && python3 ship.py')) };
    return opaqueBetween({ ...around, [path]: before }, { ...around, [path]: after });
  };
  const rules = 'A = 1\ndeploy: check\n\tkubectl apply -f pools\n';
  const program = 'import os\n\n\ndef ship():\n    """Ships."""\n    os.system("kubectl apply -f pools")\n';

  test.each<[string, string, string, string]>([
    ['above a rule', 'Makefile', rules, `# Ships.\n${rules}`],
    ['between rules', 'tools/deploy.mk', rules, rules.replace('deploy:', '\n  # then\ndeploy:')],
    ['of a program', 'ship.py', program, `# Ours.\n${program}`],
    ['in a function', 'ship.py', program, program.replace('    os.', "    # don't wait\n\n    os.")],
    [
      'of a program that looks next to it',
      'ship.py',
      `${program}HERE = os.path.dirname(os.path.abspath(__file__))\n`,
      `${program}# Here.\nHERE = os.path.dirname(os.path.abspath(__file__))\n`,
    ],
  ])('%s', async (_, path, before, after) => {
    expect(await changed(path, before, after)).toEqual([]);
  });

  test.each<[string, string, string, string]>([
    ['a recipe', 'Makefile', rules, rules.replace('pools', 'big')],
    ['a comment that goes on', 'Makefile', rules, `# Ships. \\\n${rules}`],
    ['a comment after a line that goes on', 'Makefile', 'A = 1 \\\n  2\n', 'A = 1 \\\n# b\n  2\n'],
    ['a comment in a recipe', 'Makefile', rules, `${rules}\t# then\n`],
    ['a comment in a text', 'Makefile', `define A\n# a\nendef\n${rules}`, `define A\n# b\nendef\n${rules}`],
    [
      'a comment that a recipe runs',
      'Makefile',
      '# a\ndeploy:\n\tsed -n "s/^# //p" $(MAKEFILE_LIST) | sh\n',
      '# b\ndeploy:\n\tsed -n "s/^# //p" $(MAKEFILE_LIST) | sh\n',
    ],
    ['a command', 'ship.py', program, program.replace('pools', 'big')],
    ['a line in a text', 'ship.py', 'a = """\n# a\n"""\n', 'a = """\n# b\n"""\n'],
    ['a blank line in a text', 'ship.py', "a = '''\nb\n'''\n", "a = '''\n\nb\n'''\n"],
    ['the encoding', 'ship.py', program, `# -*- coding: latin-1 -*-\n${program}`],
    ['a comment of a program that reads itself', 'ship.py', 'run(open(__file__))\n', '# a\nrun(open(__file__))\n'],
  ])('but not %s', async (_, path, before, after) => {
    expect(await changed(path, before, after)).toEqual([path]);
  });
});
