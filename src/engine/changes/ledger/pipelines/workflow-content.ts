import { parse } from 'yaml';
import { isObject, type Value } from '../../../manifest/model/manifest.ts';

type Mapping = { readonly [key: string]: Value };

/**
 * What a workflow of GitHub runs, as text: without names, times, filters of paths and the versions of actions by tags, and with jobs by their order.
 * Two workflows with equal contents run the same at the same places. Undefined if the text cannot be read.
 */
export function workflowContent(text: string): string | undefined {
  try {
    const workflow = parse(text) as Value;
    if (isObject(workflow)) return JSON.stringify(contentOf(workflow));
    return undefined;
  } catch {
    return undefined;
  }
}

function contentOf(workflow: Mapping): Value {
  const { jobs, on, ...others } = without(workflow, 'name', 'run-name', 'concurrency', 'permissions');

  return {
    ...others,
    on: triggersOf(on),
    concurrency: concurrencyOf(workflow.concurrency),
    permissions: rightsOf(workflow.permissions),
    jobs: jobsOf(jobs),
  };
}

function jobsOf(jobs: Value | undefined): Value {
  if (isObject(jobs)) return Object.values(jobs).map(jobOf);
  return jobs ?? null;
}

function jobOf(job: Value): Value {
  if (!isObject(job)) return job;

  const { steps, ...others } = without(job, 'name', 'timeout-minutes', 'concurrency', 'permissions', 'runs-on');
  const machine = job['runs-on'];
  return {
    ...others,
    ...(machine !== undefined && { 'runs-on': isHosted(machine) ? 'GitHub' : machine }),
    concurrency: concurrencyOf(job.concurrency),
    permissions: rightsOf(job.permissions),
    steps: stepsOf(steps),
  };
}

function stepsOf(steps: Value | undefined): Value {
  if (Array.isArray(steps)) return steps.map(stepOf);
  return steps ?? null;
}

function stepOf(step: Value): Value {
  if (!isObject(step)) return step;

  const { uses, with: inputs, ...others } = without(step, 'name', 'id', 'timeout-minutes');
  const settings = inputsOf(inputs);

  return {
    ...others,
    ...(typeof uses === 'string' && { uses: uses.replace(/@v?\d{1,9}(?:\.[\w.-]{1,100})?$/, '') }),
    ...(settings !== undefined && { with: settings }),
  };
}

/** What a step hands to its action, without what only concerns the checkout; undefined if nothing is left. */
function inputsOf(inputs: Value | undefined): Value | undefined {
  if (!isObject(inputs)) return inputs;

  const settings = without(inputs, 'fetch-depth', 'persist-credentials');
  if (Object.keys(settings).length === 0) return undefined;
  return settings;
}

/**
 * Triggers without what only narrows them, or starts a workflow with what is on a protected branch. Any other trigger
 * or branch may deploy what nobody has reviewed.
 */
function triggersOf(on: Value | undefined): Value {
  if (!isObject(on)) return on ?? null;

  const events = Object.entries(without(on, 'schedule')).map(([event, filter]) => [event, filterOf(filter)] as const);
  const kept = events.filter(([event, filter]) => event !== 'workflow_dispatch' || isObject(filter));
  return Object.fromEntries(kept);
}

/** What a trigger asks for: branches, types and inputs; null if nothing of that. */
function filterOf(filter: Value): Value {
  if (!isObject(filter)) return filter;

  const { inputs, ...others } = without(filter, 'paths', 'paths-ignore');
  if (!isObject(inputs)) return nullIfEmpty(others);
  const named = Object.entries(inputs).map(([name, input]) => [name, inputOf(input)] as const);
  return { ...others, inputs: Object.fromEntries(named) };
}

/** The values that an input may have. */
const inputOf = (input: Value): Value => {
  if (isObject(input)) return without(input, 'description', 'required');
  return input;
};

const nullIfEmpty = (mapping: Mapping): Value => (Object.keys(mapping).length === 0 ? null : mapping);

/** The group only says which runs wait for each other. */
const concurrencyOf = (concurrency: Value | undefined): Value => {
  if (isObject(concurrency)) return without(concurrency, 'group');
  return null;
};

/** The rights to write what decides about a deployment. */
function rightsOf(permissions: Value | undefined): Value {
  if (permissions === undefined) return {};
  if (!isObject(permissions)) return permissions;
  return Object.fromEntries(
    Object.entries(permissions).filter(([name, right]) => isDecidingRight(name, String(right))),
  );
}

/** Rights with which a job writes texts for people, and neither code nor a check on which a deployment may wait. */
const rightsToTexts = /^(?:pull-requests|issues|discussions|security-events)$/;

/** Whether a right of a job may change what is deployed, or with which identity. */
const isDecidingRight = (name: string, right: string): boolean =>
  name === 'id-token' || (right === 'write' && !rightsToTexts.test(name));

/** A machine that GitHub provides, which has no identity of its own. */
const isHosted = (machine: Value): boolean =>
  typeof machine === 'string' && /^(?:ubuntu|windows|macos)-[\w.-]+$/.test(machine);

const without = (mapping: Mapping, ...names: readonly string[]): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([name]) => !names.includes(name)));
