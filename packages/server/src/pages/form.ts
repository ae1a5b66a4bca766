import { ServiceError } from '../http/errors.ts';
import { attributes, html, type Html, type HtmlValue } from './html.ts';

/** A form field as displayed. */
export interface Field {
  /** The name in the submitted form. */
  name: string;
  label: string;
  /** Default: `text`. */
  type?: 'text' | 'email' | 'password' | 'file' | 'number' | 'date' | 'lines' | 'choice' | 'switch';
  /** The options of a `choice`. */
  choices?: ReadonlyArray<{ value: string; label: string }>;
  /**
   * The address that suggests values for a `text` or `lines` while it is typed; the pages' script adds `q`.
   */
  suggestFrom?: string;
  /** The separator between the values of a `text` that contains several. */
  separator?: string;
  hint?: HtmlValue;
  isOptional?: boolean;
  /** The accepted files of a `file`: `image/*`. */
  accept?: string;
  autocomplete?: string;
  /** The key that focuses it, in pages with a script. */
  shortcut?: string;
  /** Uses half of the width if there is room. */
  isShort?: boolean;
}

/** The value of each field; `on` for a switch that is on. */
export type FormValues = Readonly<Record<string, string>>;

/** Error messages by field; `''` is the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>;

/** A form that changes something. */
export interface FormOptions {
  action: string;
  /** The hidden CSRF field. */
  csrf: Html;
  fields: readonly Field[];
  values: FormValues;
  errors?: FormErrors;
  /** The heading of the errors. Default: `Nothing was saved`. */
  problem?: string | undefined;
  hidden?: FormValues;
  /** The label of the submit button. */
  submit: string;
  /** `danger` if the action is irreversible. */
  tone?: 'danger' | undefined;
  /** The target of the cancel link. */
  cancel?: string | undefined;
  /** Shows the progress of uploads, in pages with a script. */
  showsProgress?: boolean;
}

/** A form with labels, errors next to each field, and an error summary. */
export function form(options: FormOptions): Html {
  const {
    action,
    csrf,
    fields,
    values,
    errors = {},
    hidden = {},
    submit,
    tone,
    cancel,
    problem,
    showsProgress = false,
  } = options;
  const enctype = fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined;
  return html`${errorSummary(fields, errors, problem)}
    <form
      class="record"
      method="post"
      action="${action}"
      novalidate${attributes({ enctype })}${showsProgress && html` data-progress`}
    >
      ${csrf} ${hiddenInputs(hidden)}
      ${fields.map((field) => fieldBlock(field, values[field.name] ?? '', errors[field.name]))}
      <div class="buttons">
        <button type="submit" class="${tone === 'danger' ? 'danger' : 'primary'}">${submit}</button>
        ${cancel !== undefined && html`<a class="button" href="${cancel}">Cancel</a>`}
      </div>
    </form>`;
}

/** Hidden inputs with values to submit. */
export function hiddenInputs(values: FormValues): HtmlValue {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

/** A form of a single button, for changes without input. */
export function buttonForm(options: {
  action: string;
  csrf: Html;
  label: string;
  /** Text for screen readers, if several buttons have the same label. */
  describes?: string;
  hidden?: FormValues;
  tone?: 'danger' | 'plain';
}): Html {
  const { action, csrf, label, describes, hidden = {}, tone } = options;
  return html`<form class="inline" method="post" action="${action}">
    ${csrf} ${hiddenInputs(hidden)}
    <button type="submit" class="${tone ?? ''}">
      ${label}${describes !== undefined && html`<span class="unseen"> ${describes}</span>`}
    </button>
  </form>`;
}

/** Number of filters that are always visible. */
const FILTERS_SHOWN = 4;

/** A form that filters a list. */
export function searchForm(options: {
  action: string;
  fields: readonly Field[];
  values: FormValues;
  hidden?: FormValues;
}): Html {
  const { action, fields, values, hidden = {} } = options;
  const more = fields.slice(FILTERS_SHOWN);
  const block = (field: Field) => fieldBlock(field, values[field.name] ?? '', undefined);
  return html`<form class="search" method="get" action="${action}" role="search">
    ${hiddenInputs(hidden)}
    ${fields.slice(0, FILTERS_SHOWN).map((field, index) => block(index === 0 ? { ...field, shortcut: '/' } : field))}
    ${
      more.length > 0 &&
      html`<details${attributes({ open: more.some(({ name }) => (values[name] ?? '') !== '') })}>
        <summary>More filters</summary>
        <div class="more">${more.map(block)}</div>
      </details>`
    }
    <button type="submit">Search</button>
  </form>`;
}

/** Lists all errors above the form, each linked to its field. */
function errorSummary(
  fields: readonly Field[],
  errors: FormErrors,
  problem = 'Nothing was saved',
): Html | undefined {
  const general = errors[''];
  const wrong = fields.filter(({ name }) => errors[name] !== undefined);
  if (general === undefined && wrong.length === 0) return undefined;
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
    <h2>${problem}</h2>
    ${general !== undefined && html`<p>${general}</p>`}
    ${
      wrong.length > 0 &&
      html`<ul>
        ${wrong.map((field) => html`<li><a href="#field-${field.name}">${withLabel(field, errors[field.name])}</a></li>`)}
      </ul>`
    }
  </div>`;
}

/** Adds the label of its field to a message in the summary, unless the message starts with it. */
function withLabel({ label }: Field, message = ''): string {
  return message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`;
}

function fieldBlock(field: Field, value: string, error: string | undefined): Html {
  const { name, label, hint, isOptional = false, isShort = false, type } = field;
  const id = `field-${name}`;
  const described = [hint !== undefined && `hint-${name}`, error !== undefined && `error-${name}`]
    .filter((noteId) => noteId !== false)
    .join(' ');
  const optional = isOptional && html` <span class="optional">(optional)</span>`;
  const notes = html`${hint !== undefined && html`<p class="hint" id="hint-${name}">${hint}</p>`}
  ${error !== undefined && html`<p class="error" id="error-${name}">${error}</p>`}`;
  const classes = `field${isShort ? ' short' : ''}${error === undefined ? '' : ' wrong'}`;
  if (type === 'switch') {
    return html`<div class="${classes} switch">
      ${control(field, id, value, described, error !== undefined)}
      <label for="${id}">${label}</label> ${notes}
    </div>`;
  }
  return html`<div class="${classes}">
    <label for="${id}">${label}${optional}</label> ${notes}
    ${control(field, id, value, described, error !== undefined)}
  </div>`;
}

/** The input element, which refers to its notes by id. */
function control(field: Field, id: string, value: string, described: string, isWrong: boolean): Html {
  const { name, type = 'text', choices = [], autocomplete = 'off' } = field;
  const common = {
    id,
    name,
    'aria-describedby': described,
    'aria-invalid': isWrong ? 'true' : undefined,
    'data-suggest': field.suggestFrom,
    'data-separator': type === 'lines' ? '\n' : field.separator,
    'aria-keyshortcuts': field.shortcut,
  };
  if (type === 'lines') {
    // HTML drops the first line break after the tag.
    return html`<textarea${attributes({ ...common, rows: '4', spellcheck: 'false' })}>${'\n'}${value}</textarea>`;
  }
  if (type === 'choice')
    return html`<select${attributes(common)}>${choices.map((choice) => option(choice, value))}</select>`;
  if (type === 'switch')
    return html`<input${attributes({ ...common, type: 'checkbox', checked: value === 'on' })} />`;
  if (type === 'file') return html`<input${attributes({ ...common, type, accept: field.accept })} />`;
  const input = attributes({
    ...common,
    type: type === 'number' ? 'text' : type,
    inputmode: type === 'number' ? 'decimal' : undefined,
    value,
    autocomplete,
    spellcheck: 'false',
  });
  return html`<input${input} />`;
}

function option(choice: { value: string; label: string }, chosen: string): Html {
  return html`<option value="${choice.value}" ${attributes({ selected: choice.value === chosen })}>
    ${choice.label}
  </option>`;
}

/** A 400 or 409 that shows a form again, with errors by field; `''` is the form as a whole. */
export function refuseForm(errors: FormErrors, code: 'invalid' | 'conflict' = 'invalid'): ServiceError {
  const body = Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name, [sentence]]));
  return new ServiceError(code, Object.values(errors).join(' '), { body });
}

/**
 * Errors by field, from `refuseForm` or the API; errors of fields that the form does not have are under `''`.
 */
export function toFormErrors(error: ServiceError, fields: ReadonlyArray<Pick<Field, 'name'>>): FormErrors {
  const names = new Set(fields.map(({ name }) => name));
  const errors = new Map<string, string[]>();
  for (const [field, sentences] of Object.entries(readFieldErrors(error))) {
    const name = names.has(field) ? field : '';
    errors.set(name, [...(errors.get(name) ?? []), ...sentences]);
  }
  return Object.fromEntries([...errors].map(([name, sentences]) => [name, sentences.join(' ')]));
}

/** Whether an error is one that the visitor can correct, so that a page shows it. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.code === 'invalid' || error.code === 'conflict');
}

function readFieldErrors({ body, message }: ServiceError): Readonly<Record<string, readonly string[]>> {
  const isByField =
    typeof body === 'object' &&
    body !== null &&
    Object.values(body).every((sentences) => Array.isArray(sentences));
  return isByField ? (body as Record<string, string[]>) : { '': [message] };
}
