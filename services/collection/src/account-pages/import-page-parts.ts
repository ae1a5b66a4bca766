import type { Import, ImportRow, ImportStatus } from '@kitroom/collection-client';
import { buttonForm, type Field, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import { table } from '@kitroom/server/pages/table';
import { ACCOUNTS_ROOT } from './account-frame.ts';

/** Where collections are imported. */
export const IMPORT_PAGE_PATH = `${ACCOUNTS_ROOT}/data/import`;

export const STATUS_WORDS: Readonly<Record<ImportStatus, string>> = {
  reading: 'being read',
  review: 'waits for your review',
  applying: 'being applied',
  done: 'applied',
  undoing: 'being undone',
  undone: 'undone',
  failed: 'failed',
};

export function pathOf({ id }: Pick<Import, 'id'>): string {
  return `${IMPORT_PAGE_PATH}/${id}`;
}

/** How far the work is, with a link to look again: the pages have no scripts. */
export function progressBar({ id, status, progress: { done, total, is_paused: isPaused } }: Import): Html {
  const share = total === null ? html`` : html` of ${total}`;
  return html`
    <p>The import is ${STATUS_WORDS[status]}: ${done}${share} rows.</p>
    ${total !== null && html`<p><progress value="${done}" max="${Math.max(1, total)}" aria-label="Progress"></progress></p>`}
    ${isPaused && html`<p>It waits for the catalogue, and goes on when that is back.</p>`}
    <p><a class="button" href="${pathOf({ id })}">Look again</a></p>
  `;
}

/** The numbers of rows by status; those that are zero are left out. */
export function countLine({ counts }: Pick<Import, 'counts'>): string {
  const words = Object.entries(counts).filter(([, count]) => count > 0);
  return words.length === 0 ? 'no rows' : words.map(([status, count]) => `${count} ${status}`).join(', ');
}

/** The fields of the form that maps columns and sets options. */
export function mappingFields({ columns, fields }: Import): Field[] {
  const choices = [{ value: '', label: '(nothing)' }, ...fields.map((value) => ({ value, label: value }))];
  return [
    ...columns.map(({ name, samples }, index): Field => {
      return {
        name: `column-${index}`,
        label: name,
        type: 'choice',
        choices,
        isShort: true,
        ...(samples.length > 0 && { hint: samples.join(' · ') }),
      };
    }),
    {
      name: 'on_match',
      label: 'Rows that match an item',
      type: 'choice',
      choices: MATCH_CHOICES,
      isShort: true,
    },
    { name: 'date_order', label: 'Dates', type: 'choice', choices: DATE_CHOICES, isShort: true },
    { name: 'decimal', label: 'Decimal sign', type: 'choice', choices: DECIMAL_CHOICES, isShort: true },
    {
      name: 'defaults',
      label: 'For empty cells',
      type: 'lines',
      isOptional: true,
      hint: 'One field a line, such as brand: adidas',
    },
    { name: 'invalid_as_draft', label: 'Make drafts of rows that are not valid', type: 'switch' },
    { name: 'with_photos', label: 'Import photos, too', type: 'switch' },
  ];
}

const MATCH_CHOICES = [
  { value: 'skip', label: 'leave the item as it is' },
  { value: 'update', label: 'update the item' },
  { value: 'add', label: 'add another item' },
];
const DATE_CHOICES = [
  { value: 'ymd', label: '2026-11-23' },
  { value: 'dmy', label: '23.11.2026' },
  { value: 'mdy', label: '11/23/2026' },
];
const DECIMAL_CHOICES = [
  { value: '.', label: '85.50' },
  { value: ',', label: '85,50' },
];

export function mappingValues({ columns, options }: Import): FormValues {
  const { on_match, date_order, decimal, defaults } = options;
  return {
    ...Object.fromEntries(columns.map(({ field }, index) => [`column-${index}`, field ?? ''])),
    on_match,
    date_order,
    decimal,
    defaults: Object.entries(defaults)
      .map(([field, text]) => `${field}: ${text}`)
      .join('\n'),
    invalid_as_draft: options.invalid_as_draft ? 'on' : '',
    with_photos: options.with_photos ? 'on' : '',
  };
}

/** What some rows would become, with what is wrong or unclear. */
export function rowTable(record: Import, rows: readonly ImportRow[], csrf: Html): Html {
  return table({
    caption: 'Rows of the file, and the items that they would become.',
    rows,
    empty: 'There are no such rows.',
    columns: [
      { label: 'Row', cell: ({ number }) => number, isNumber: true },
      { label: 'State', cell: ({ status, is_skipped: isSkipped }) => (isSkipped ? 'skipped' : status) },
      { label: 'Item', cell: ({ item }) => describeItem(item) },
      {
        label: 'Understood as',
        cell: ({ matches }) =>
          Object.values(matches)
            .map(({ name }) => name)
            .join(', '),
      },
      { label: 'Remarks', cell: (row) => remarks(record, row, csrf) },
    ],
  });
}

function describeItem(item: ImportRow['item']): string {
  const name = item?.['name'];
  return typeof name === 'string' && name !== '' ? name : '–';
}

function remarks(record: Import, { errors, candidates, texts }: ImportRow, csrf: Html): Html {
  const wrong = Object.entries(errors).map(
    ([field, sentences]) => html`<p>${field}: ${sentences.join(' ')}</p>`,
  );
  const unclear = Object.entries(candidates).map(([field, list]) => {
    const text = texts[field] ?? '';
    return html`<p>${field}: which one is “${text}”?</p>
      ${list.map(({ id, name }) =>
        buttonForm({
          action: `${pathOf(record)}/resolve`,
          csrf,
          label: name,
          describes: `for ${text}`,
          hidden: { field, text, id: String(id) },
        }),
      )}`;
  });
  return html`${wrong}${unclear}`;
}
