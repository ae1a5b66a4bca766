import { refuseForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import {
  historyLink,
  listHref,
  redirectWith,
  showcaseLink,
  suggestPath,
  type Resource,
} from '@kitroom/server/pages/resource';
import type { Config } from '../../config.ts';
import type { Kind } from '../../interchange/line-schemas.ts';
import { searchNames } from '../../records/list-records.ts';
import { findKits } from '../../search/kits/search-kits.ts';
import type { Operator } from '../operator-session.ts';
import type { RecordContext } from './change-catalogue.ts';
import { BACK, confirmKitType, CREATE } from './confirm-kit-type.ts';
import { DECLARED_KINDS, type KindDeclaration } from './kinds.ts';
import { kitsHref, nameOf, showcasePath, showPicture } from './record-cells.ts';
import { describeChanges, readRecordForm, toFormValues } from './record-form.ts';
import { countKitsOf } from './record-queries.ts';
import { recordSources, type FullLine, type RecordRow, type StoredRecord } from './record-sources.ts';
import { findReferences, isNamed, NAMED_TABLES } from './references.ts';
import { createRecord, editRecord, explainUse, removeRecord } from './save-record.ts';
import { UnknownKitType } from './write-kit.ts';

type RecordResource = Resource<RecordRow, Operator, StoredRecord>;
type Request = PageRequest<Operator>;
type PageContext = RecordContext & { config: Pick<Config, 'SHOWCASE_URL'> };

/** The pages of each kind of record. */
export function recordResources(context: PageContext): RecordResource[] {
  return DECLARED_KINDS.map((kind) => recordResource(context, kind));
}

function recordResource(context: PageContext, kind: KindDeclaration): RecordResource {
  const { path, title, singular, plural, filters, sort } = kind;
  const idColumn = { label: 'Id', isNumber: true, sort: 'number', cell: ({ id }: RecordRow) => String(id) };
  return {
    path,
    title,
    singular,
    plural,
    source: recordSources(context)[kind.kind],
    nameOf,
    filters,
    columns: () => [...kind.columns, idColumn],
    sort,
    empty: `No ${plural} found.`,
    ...(kind.kind === 'kit' && { note: (request) => describeFilters(context, kind, request) }),
    findSimilar: (keyword) => findSimilar(context, kind, keyword),
    form: {
      fields: () => fieldsOf(kind),
      values: async ({ line }) => toFormValues(await context.index.read(), kind, line),
      hidden: ({ version }) => ({ version }),
      create: (request) => create(context, kind, request),
      save: (stored, request) => save(context, kind, stored, request),
    },
    page: (stored) => ({
      links: html`${showcaseLink(context.config.SHOWCASE_URL, showcasePath(kind.kind, stored.id))}
      ${kind.kind === 'club' && html`<a class="button" href="${listHref(kind)}/${stored.id}/merge">Merge…</a>`}
      ${historyLink(kind.kind, stored.id)}`,
      above: describeRecord(kind, stored),
      below: listFormerSlugs(stored),
    }),
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        isLast: true,
        confirm: async ({ id }) => {
          const kits = kind.kind === 'kit' ? 0 : await countKitsOf(context.db, kind.kind, id);
          return {
            text: `The ${singular} is deleted immediately. The audit log keeps its fields.`,
            obstacle: kits === 0 ? undefined : explainUse(kind, kits),
          };
        },
        bulk: {
          text: `They are deleted immediately. The audit log keeps their fields.${
            kind.kind === 'kit' ? '' : ' Those that kits refer to are kept.'
          }`,
          done: 'Deleted',
        },
        act: async ({ id }, { visitor }) =>
          `Deleted the ${singular} ${await removeRecord(context, visitor, kind, id)}.`,
      },
    ],
  };
}

function fieldsOf({ fields }: KindDeclaration) {
  return fields.map((field) =>
    field.refersTo === undefined ? field : { ...field, suggestFrom: suggestPath(field.refersTo) },
  );
}

async function create(context: RecordContext, kind: KindDeclaration, request: Request) {
  return confirmingKitType(context, kind, request, undefined, async (mayCreateType) => {
    const line = readRecordForm(await context.index.read(), kind, request.form);
    const id = await createRecord(context, request.visitor, { kind, line, mayCreateType });
    return redirectWith(`${listHref(kind)}/${id}`, `Created the ${kind.singular} ${nameOfLine(kind, line)}.`);
  });
}

async function save(context: RecordContext, kind: KindDeclaration, stored: StoredRecord, request: Request) {
  const { form, visitor } = request;
  return confirmingKitType(context, kind, request, stored, async (mayCreateType) => {
    const index = await context.index.read();
    const line = readRecordForm(index, kind, form, stored.line);
    // Uses the version that the operator saw, so that concurrent changes are detected.
    const seen = { id: stored.id, version: form['version'] ?? '' };
    const outcome = await editRecord(context, visitor, seen, { kind, line, mayCreateType });
    if (outcome === 'saved') return `Saved the ${kind.singular} ${nameOfLine(kind, line)}.`;
    if (outcome === 'unchanged') return 'There was nothing to change.';
    throw refuseForm(describeChanges(index, kind, form, outcome.line), 'conflict');
  });
}

/**
 * Runs `act`, and prompts for confirmation of an unknown kit type. Returns undefined if the operator goes
 * back to the form.
 */
async function confirmingKitType<T>(
  { index }: RecordContext,
  kind: KindDeclaration,
  { form, csrf }: Request,
  stored: StoredRecord | undefined,
  act: (mayCreateType: boolean) => Promise<T>,
): Promise<T | Page | undefined> {
  if (form[BACK] !== undefined) return undefined;
  try {
    return await act(form[CREATE] !== undefined);
  } catch (error) {
    if (!(error instanceof UnknownKitType)) throw error;
    const list = { href: listHref(kind), label: kind.title };
    const recordPage = stored && { href: `${list.href}/${stored.id}`, label: nameOf(stored) };
    return confirmKitType((await index.read()).types, error.typed, {
      action: recordPage?.href ?? `${list.href}/new`,
      csrf,
      values: form,
      trail: recordPage ? [list, recordPage] : [list],
    });
  }
}

function nameOfLine({ key }: KindDeclaration, line: FullLine): string {
  return String(line['name'] ?? line[key]);
}

/** The part above a record's form: its picture, and links to lists of kits. */
function describeRecord({ kind, singular }: KindDeclaration, row: StoredRecord): Html {
  const link = (linkedKind: Kind, id: unknown, name: unknown) =>
    html`<a href="${kitsHref(linkedKind, Number(id))}">${String(name)}</a>`;
  const links =
    kind === 'kit'
      ? html`${link('club', row['club_id'], row['club'])} · ${link('season', row['season_id'], row['season'])}
        · ${link('kit_type', row['type_id'], row['type'])} · ${link('brand', row['brand_id'], row['brand'])}`
      : link(kind, row.id, `Kits of this ${singular}`);
  return html`${showPicture(kind, row, 'large')}
    <p class="quiet">Id ${row.id} · ${links}</p>`;
}

function listFormerSlugs({ former_slugs: slugs }: StoredRecord): Html {
  if (slugs.length === 0) return html``;
  return html`<h2>Former slugs</h2>
    <p class="quiet">An import that names one of these means this record.</p>
    <ul>
      ${slugs.map((slug) => html`<li><code>${slug}</code></li>`)}
    </ul>`;
}

/** Describes the active filters: the records whose kits are listed. */
async function describeFilters({ index }: RecordContext, { path }: KindDeclaration, { query }: Request) {
  const current = await index.read();
  const named = DECLARED_KINDS.flatMap((declaration) => {
    const text = query[declaration.kind] ?? '';
    if (declaration.kind === 'kit' || text === '') return [];
    return findReferences(current, declaration.kind, text).map(
      ({ id = 0, name }) =>
        html`the ${declaration.singular} <a href="${listHref(declaration)}/${id}">${name}</a>`,
    );
  });
  if (named.length === 0) return undefined;
  return html`Kits of ${named.map((link, position) => html`${position > 0 && ' and '}${link}`)}.
    <a href="${listHref({ path })}">Show all kits</a>`;
}

async function findSimilar({ index }: RecordContext, { kind }: KindDeclaration, keyword: string) {
  if (kind !== 'kit' && !isNamed(kind)) return [];
  const current = await index.read();
  const similar =
    kind === 'kit' ? findKits(current, keyword).rows : searchNames(current, NAMED_TABLES[kind], keyword);
  return similar.map(({ id }) => id);
}
