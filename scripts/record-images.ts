/**
 * Records which SSM parameters Karpenter's AWS provider reads for each alias under two Kubernetes versions. Needs Go:
 *   npm run record -- images      writes test/conformance/images/recorded.json
 */
import { execFileSync } from 'node:child_process';
import { asked, writeImages } from '../test/conformance/images/recording.ts';
import { goProgram } from '../test/go-program.ts';

const module = new URL('../test/oracle', import.meta.url).pathname;
const provider = 'github.com/aws/karpenter-provider-aws';
const program = goProgram({ name: 'images', module, package: 'images', ldflags: '', cost: '3 minutes of CPU' });
const input = asked.map((question) => `${JSON.stringify(question)}\n`).join('');
const answers = execFileSync(program, { input, encoding: 'utf8' }).trim().split('\n');
const version = execFileSync('go', ['list', '-m', '-f', '{{.Version}}', provider], { cwd: module, encoding: 'utf8' });
writeImages({
  provider: version.trim(),
  queries: asked.map((question, index) => ({ ...question, parameters: JSON.parse(answers[index]!) as string[] })),
});
