import type { Change, Effect, FieldChange } from '../../manifest/change.ts';
import { nameInNamespace } from '../../text/diagnostic.ts';
import { plainName } from '../../text/words/escape.ts';
import { plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { beforeAndAfter, listDifference, longName } from '../values/changed-value.ts';
import { placesOf } from '../wording/environment-table.ts';
import { fullSentence, type Markup, markup, markupIf, named, none } from './nodes/markup.ts';
import { linked, type PageContext } from './page-context.ts';

/** Objects and fields beyond these are counted: with more, the page would be slow. */
const maxObjects = 500;
const maxFields = 100;
/** Items of a list that are named on each side. */
const maxItems = 30;
/** Roots or environments that are named. */
const maxPlaces = 8;

const tone: Readonly<Record<Effect, string>> = {
  delete: ' delete',
  'all-nodes': ' replace',
  'some-nodes': ' replace',
  unknown: ' replace',
  'new-nodes': '',
  none: '',
};

/** Every changed object with its fields: the value before and after, and what the change of the field does. */
export function changeList(context: PageContext): Markup {
  const { changes } = context.report.review;
  if (changes.length === 0) return none;
  const rest = changes.length - maxObjects;
  return markup`<ul class="items">
${changes.slice(0, maxObjects).map((change) => changedObject(change, context))}</ul>
${markupIf(rest > 0, markup`<p>… and ${plural(rest, 'more object')}.</p>`)}`;
}

function changedObject(change: Change, context: PageContext): Markup {
  const { resource, type, stays, fields, effect, summary } = change;
  const rest = fields.length - maxFields;
  const places = placesOf(change).map((place) => plainName(place, 60));
  const tag = stays === undefined ? type : 'stays';

  const items = fields.slice(0, maxFields).map((field) => {
    return markup`<li>${named(longName(field), 140)}<br>${values(field)}<br><span class="soft">${fullSentence(field.reason)}</span></li>
`;
  });

  const more = markupIf(rest > 0, markup`<li>… and ${plural(rest, 'more field')}.</li>`);

  return markup`<li class="item${tone[effect]}"><h3>${plainName(resource.kind, 40)} ${linked(named(nameInNamespace(resource)), urlOf(change, context))} <span class="tag">${tag}</span></h3>
${markupIf(places.length > 0, markup`<p class="soft">In ${firstNames(places, maxPlaces)}.</p>`)}
<p>${fullSentence(summary)}</p>
${markupIf(fields.length > 0, markup`<ul class="fields">${items}${more}</ul>`)}</li>
`;
}

/** `before → after`, or what a list gained and lost. */
function values(field: FieldChange): Markup {
  const difference = listDifference(field);
  if (difference === undefined) {
    const [before, after] = beforeAndAfter(field);
    return markup`${named(before)}<span class="arrow"> → </span>${named(after)}`;
  }

  const signed = (sign: string, items: readonly string[]): Markup[] =>
    items.slice(0, maxItems).map((item) => markup`${sign}${named(item)} `);

  const { added, removed } = difference;
  const rest = Math.max(0, added.length - maxItems) + Math.max(0, removed.length - maxItems);

  return markup`${signed('+', added)}${signed('−', removed)}${textIf(rest > 0, `and ${rest} more`)}`;
}

/** The line of head where the object is; a removed object has none. */
function urlOf({ type, span }: Change, { links, texts }: PageContext): string | undefined {
  if (type === 'removed' || type === 'unknown') return undefined;
  return links.file?.(span.file, texts.index(span.file).position(span.start).line);
}
