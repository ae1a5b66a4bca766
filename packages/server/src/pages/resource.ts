import type { Field, FormValues } from './form.ts';
import { html, type Html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';
import type { ListSource } from './list-queries.ts';
import type { PageRequest, Redirect } from './page-router.ts';
import type { Column } from './table.ts';

/** The root of the admin interface of each service. */
export const ADMIN_ROOT = '/admin';

/**
 * A kind of record in an admin interface: its list, its forms, its own page, and what can be done with it.
 * `Row` is a listed row, `Found` one with the `details` of the source too. `resourceRoutes` serves its pages.
 */
export interface Resource<Row extends object, Visitor, Found extends Row = Row> {
  /** The list's path below the root: `/clubs`. */
  path: string;
  /** The list's heading. */
  title: string;
  one: string;
  many: string;
  source: ListSource;
  /** The record's name, for its heading and for screen readers. */
  nameOf(row: Row): string;
  /** The record among those that a bulk action affects. Default: its name. */
  describe?(row: Row): string;
  /** The filters of the list, the keyword first. */
  filters: readonly Field[];
  columns(request: PageRequest<Visitor>): ReadonlyArray<Column<Row>>;
  /** The order at first: the `sort` of a column, after `-` if descending. */
  sort: string;
  /** A sentence above the list. */
  note?(request: PageRequest<Visitor>): HtmlValue | Promise<HtmlValue>;
  /** The sentence in place of an empty list. */
  empty?: string;
  /** Shows the rows other than as a table; `choose` is the row's checkbox. */
  show?(rows: readonly Row[], choose: (row: Row) => HtmlValue, request: PageRequest<Visitor>): Html;
  /** What follows the list. */
  below?(request: PageRequest<Visitor>): Promise<Html>;
  /** The keys of records that are similar to a keyword that finds none. */
  findSimilar?(keyword: string): Promise<readonly number[]>;
  form?: RecordForm<Found, Visitor>;
  /** The record's own page, around its form. */
  page?(row: Found, request: PageRequest<Visitor>): RecordPage | Promise<RecordPage>;
  actions?: ReadonlyArray<Action<Found, Visitor>>;
}

/** What the page of a record shows besides its form and actions. */
interface RecordPage {
  /** The heading. Default: the record's name. */
  title?: string;
  above?: Html;
  below?: Html;
  /** Links next to the title. */
  links?: Html;
}

/** The form of new records, of existing ones, or of both. Invalid input is refused with `refuseForm`. */
export interface RecordForm<Found, Visitor> {
  /** The fields, of a new record if there is no row. */
  fields(row?: Found): readonly Field[];
  /** What the form of an existing record contains. */
  values?(row: Found): FormValues | Promise<FormValues>;
  /** What it sends along: the version of the record. A conflict replaces it by that of the row. */
  hidden?(row: Found): FormValues;
  /** Creates a record. Undefined shows the form again, as it was sent. */
  create?(request: PageRequest<Visitor>): Promise<Page | Redirect | undefined>;
  /** Saves a record; may return a message instead of where it leads to. */
  save?(row: Found, request: PageRequest<Visitor>): Promise<Page | Redirect | string | undefined>;
  /** The link to the form of new records, and its heading. Default: `New club`. */
  title?: string;
  /** The button that creates a record. Default: `Create the club`. */
  submit?: string;
  /** The heading of errors. */
  problem?: string;
}

/** Something that can be done with a record. */
export interface Action<Found, Visitor> {
  /** The last part of its path: `/clubs/7/delete`. */
  name: string;
  label: string;
  tone?: 'danger';
  /** Whether a record permits it. Default: each does. */
  isOffered?(row: Found): boolean;
  /** Requires confirmation. */
  confirm?(row: Found): Confirmation | Promise<Confirmation>;
  /** Offers it for several records. */
  bulk?: BulkDeclaration;
  /** The record is gone afterwards, so the list is shown. */
  isLast?: boolean;
  /**
   * Acts, with an audit entry, and returns the message. Throws a 400 or 409 if the record does not permit it.
   */
  act(row: Found, request: PageRequest<Visitor>): Promise<string>;
}

/** An action on several records. */
export interface BulkDeclaration {
  /** Default: the label of the action. */
  label?: string;
  /** What it does to the records, a sentence for the page that requests confirmation. */
  text: string;
  /** What was done: `Deleted`. */
  done: string;
}

/** The page that requests confirmation of an action. */
export interface Confirmation {
  /** Default: `Delete Málaga CF`. */
  title?: string;
  /** The consequences. */
  text: HtmlValue;
  /** Why the record does not permit it, in place of the button. */
  obstacle?: string | undefined;
  /** Default: `Delete the club`. */
  submit?: string;
}

/** A resource of any rows. */
export type AnyResource<Visitor> = Resource<object, Visitor>;

/** The address of a resource's list. */
export function listHref({ path }: { path: string }): string {
  return `${ADMIN_ROOT}${path}`;
}

/** The key of a row as in addresses. */
export function keyOf({ source: { key = 'id' } }: { source: ListSource }, row: object): string {
  return String((row as Readonly<Record<string, unknown>>)[key]);
}

/** The address of a record. */
export function recordHref(resource: { path: string; source: ListSource }, row: object): string {
  return `${listHref(resource)}/${keyOf(resource, row)}`;
}

/** Whether records have a page of their own. */
export function hasPage<Visitor>({ page, form }: AnyResource<Visitor>): boolean {
  return page !== undefined || form?.save !== undefined;
}

/** A value for a field, and what it means. */
export interface Suggestion {
  value: string;
  label: string;
}

/** The address that suggests values of a kind for what is being typed. */
export function suggestPath(kind: string): string {
  return `${ADMIN_ROOT}/suggest/${kind}`;
}

/** Leads to a page that shows a message. */
export function redirectWith(to: string, text: string): Redirect {
  return { to, flash: { kind: 'done', text } };
}

/** A filter or field with these choices, or none. */
export function choice(name: string, label: string, values: readonly string[], none = 'any'): Field {
  const choices = [{ value: '', label: none }, ...values.map((value) => ({ value, label: value }))];
  return { name, label, type: 'choice', choices };
}

/** A column with the text of a field; `sort` makes rows sortable by it. */
export function textColumn<Row>(label: string, name: keyof Row & string, sort?: string): Column<Row> {
  return { label, cell: (row) => row[name] as HtmlValue, ...(sort !== undefined && { sort }) };
}

/** A number with its noun: `1 entry`, `2,812 kits`. */
export function countOf(nouns: Nouns, count: number): string {
  return `${count.toLocaleString('en')} ${nounOf(nouns, count)}`;
}

/** The noun for a number of records. */
export function nounOf({ one, many }: Nouns, count: number): string {
  return count === 1 ? one : many;
}

/** What records are called. */
export interface Nouns {
  one: string;
  many: string;
}

/** Link to a page of the showcase, if there is a showcase. */
export function showcaseLink(showcase: string | undefined, path: string): Html | undefined {
  if (showcase === undefined) return undefined;
  return html`<a class="button" href="${showcase}${path}">View in the showcase</a>`;
}

/** Link to the entries of the audit log on a record. */
export function historyLink(subject: string, id: number | string, label: HtmlValue = 'History'): Html {
  return html`<a class="button" href="${ADMIN_ROOT}/audit-log?subject=${subject}&amp;id=${id}">${label}</a>`;
}
