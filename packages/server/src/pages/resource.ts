import type { Field, FormValues } from './form.ts';
import { html, type Html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';
import type { ListSource } from './list-queries.ts';
import type { PageRequest, Redirect } from './page-router.ts';
import type { Column } from './table.ts';

/** The root of the admin interface of each service. */
export const ADMIN_ROOT = '/admin';

/**
 * A kind of record in an admin interface: its list, its forms, its page and its actions. `Row` is a listed
 * row, `Detailed` one that also has the `details` of the source. `resourceRoutes` serves its pages.
 */
export interface Resource<Row extends object, Visitor, Detailed extends Row = Row> {
  /** The list's path below the root: `/clubs`. */
  path: string;
  /** The list's heading. */
  title: string;
  singular: string;
  plural: string;
  source: ListSource;
  /** The record's name, for its heading and for screen readers. */
  nameOf(row: Row): string;
  /** Describes the record in the list of those that a bulk action affects. Default: its name. */
  describe?(row: Row): string;
  /** The filters of the list, the keyword first. */
  filters: readonly Field[];
  columns(request: PageRequest<Visitor>): ReadonlyArray<Column<Row>>;
  /** The initial order: the `sort` of a column, after `-` if descending. */
  sort: string;
  /** A sentence above the list. */
  note?(request: PageRequest<Visitor>): HtmlValue | Promise<HtmlValue>;
  /** The sentence in place of an empty list. */
  empty?: string;
  /** Shows the rows other than as a table; `choose` is the row's checkbox. */
  show?(rows: readonly Row[], choose: (row: Row) => HtmlValue, request: PageRequest<Visitor>): Html;
  /** Content below the list. */
  below?(request: PageRequest<Visitor>): Promise<Html>;
  /** The keys of records that are similar to a keyword that matches none. */
  findSimilar?(keyword: string): Promise<readonly number[]>;
  form?: RecordForm<Detailed, Visitor>;
  /** The record's own page, around its form. */
  page?(row: Detailed, request: PageRequest<Visitor>): RecordPage | Promise<RecordPage>;
  actions?: ReadonlyArray<Action<Detailed, Visitor>>;
}

/** Content of the page of a record in addition to its form and actions. */
interface RecordPage {
  /** The heading. Default: the record's name. */
  title?: string;
  above?: Html;
  below?: Html;
  /** Links next to the title. */
  links?: Html;
}

/** The form of new records, of existing ones, or of both. Invalid input is rejected with `refuseForm`. */
export interface RecordForm<Detailed, Visitor> {
  /** The fields, of a new record if there is no row. */
  fields(row?: Detailed): readonly Field[];
  /** The values in the form of an existing record. */
  values?(row: Detailed): FormValues | Promise<FormValues>;
  /** Hidden values: the version of the record. After a conflict, those of the stored row are used. */
  hidden?(row: Detailed): FormValues;
  /** Creates a record. Undefined shows the form again, as submitted. */
  create?(request: PageRequest<Visitor>): Promise<Page | Redirect | undefined>;
  /** Saves a record; may return a message, which the record's page then shows. */
  save?(row: Detailed, request: PageRequest<Visitor>): Promise<Page | Redirect | string | undefined>;
  /** The link to the form of new records, and its heading. Default: `New club`. */
  title?: string;
  /** The button that creates a record. Default: `Create the club`. */
  submit?: string;
  /** The heading of errors. */
  problem?: string;
}

/** An action on a record. */
export interface Action<Detailed, Visitor> {
  /** The last part of its path: `/clubs/7/delete`. */
  name: string;
  label: string;
  tone?: 'danger';
  /** Whether the action is available for a record. Default: for all. */
  isOffered?(row: Detailed): boolean;
  /** Requires confirmation. */
  confirm?(row: Detailed): Confirmation | Promise<Confirmation>;
  /** Makes the action available for several records. */
  bulk?: BulkDeclaration;
  /** The action removes the record, so the list is shown afterwards. */
  isLast?: boolean;
  /**
   * Performs the action, with an audit entry, and returns a message. Throws a 400 or 409 if the record does
   * not permit it.
   */
  act(row: Detailed, request: PageRequest<Visitor>): Promise<string>;
}

/** An action on several records. */
export interface BulkDeclaration {
  /** Default: the label of the action. */
  label?: string;
  /** The effect on the records: a sentence for the confirmation page. */
  text: string;
  /** The verb in the message afterwards: `Deleted`. */
  done: string;
}

/** The page that requests confirmation of an action. */
export interface Confirmation {
  /** Default: `Delete Málaga CF`. */
  title?: string;
  /** The consequences. */
  text: HtmlValue;
  /** The reason why the record does not permit it, shown instead of the button. */
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

/** The key of a row, as used in addresses. */
export function keyOf({ source: { key = 'id' } }: { source: ListSource }, row: object): string {
  return String((row as Readonly<Record<string, unknown>>)[key]);
}

/** The address of a record. */
export function recordHref(resource: { path: string; source: ListSource }, row: object): string {
  return `${listHref(resource)}/${keyOf(resource, row)}`;
}

/** Whether records have their own page. */
export function hasPage<Visitor>({ page, form }: AnyResource<Visitor>): boolean {
  return page !== undefined || form?.save !== undefined;
}

/** A value for a field, with a label that explains it. */
export interface Suggestion {
  value: string;
  label: string;
}

/** The address that suggests values of a kind for the entered text. */
export function suggestPath(kind: string): string {
  return `${ADMIN_ROOT}/suggest/${kind}`;
}

/** Redirects to a page that shows a message. */
export function redirectWith(to: string, text: string): Redirect {
  return { to, flash: { kind: 'done', text } };
}

/** A filter with these choices and an empty one. */
export function choice(name: string, label: string, values: readonly string[]): Field {
  const choices = [{ value: '', label: 'any' }, ...values.map((value) => ({ value, label: value }))];
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
export function nounOf({ singular, plural }: Nouns, count: number): string {
  return count === 1 ? singular : plural;
}

/** The singular and plural noun for records. */
export interface Nouns {
  singular: string;
  plural: string;
}

/** A link to a page of the showcase, if there is a showcase. */
export function showcaseLink(showcase: string | undefined, path: string): Html | undefined {
  if (showcase === undefined) return undefined;
  return html`<a class="button" href="${showcase}${path}">View in the showcase</a>`;
}

/** A link to the audit log entries of a record. */
export function historyLink(subject: string, id: number): Html {
  return html`<a class="button" href="${ADMIN_ROOT}/audit-log?subject=${subject}&amp;id=${id}">History</a>`;
}
