// Enhancements of the admin pages, which also work without this script.

/** `/` moves the focus to the search field, unless the user is typing. */
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input:not([type=checkbox], [type=radio]), select, textarea');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const field = document.querySelector('form[role=search] input:not([type=hidden])');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** One checkbox chooses all rows of the page. */
const choosePage = document.getElementById('choose-page');
if (choosePage) {
  choosePage.parentElement.hidden = false;
  choosePage.addEventListener('change', () => {
    for (const checkbox of document.querySelectorAll('input[form=bulk][name=key]'))
      checkbox.checked = choosePage.checked;
  });
}

const TYPING_MS = 150;
const controls = document.querySelectorAll('[data-suggest]');
for (const control of controls) {
  suggest('separator' in control.dataset ? addPicker(control) : control, control);
}

/**
 * Lists the server's suggestions below the field. Not a `datalist`: browsers omit options that do not contain
 * the entered text, such as names with accents and corrected typos.
 */
function suggest(field, { dataset, id }) {
  const list = document.createElement('ul');
  list.id = `suggested-${id}`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  field.after(list);
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  show([]);
  let timer;
  let requested = 0;

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void fill(), TYPING_MS);
  });
  field.addEventListener('blur', () => {
    clearTimeout(timer);
    requested += 1;
    show([]);
  });
  field.addEventListener('keydown', (event) => {
    const active = list.querySelector('[aria-selected=true]');
    if (event.key === 'Escape') show([]);
    if (event.key === 'ArrowDown') select(active ? active.nextElementSibling : list.firstElementChild);
    if (event.key === 'ArrowUp') select(active ? active.previousElementSibling : list.lastElementChild);
    if (event.key === 'Enter' && active) pick(active);
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
  });
  // Unlike `click`, this keeps the focus in the field.
  list.addEventListener('mousedown', (event) => {
    event.preventDefault();
    const option = event.target.closest('[role=option]');
    if (option) pick(option);
  });

  async function fill() {
    requested += 1;
    const number = requested;
    const address = new URL(dataset.suggest, location.href);
    address.searchParams.set('q', field.value);
    const response = await fetch(address).catch(() => undefined);
    const options = response?.ok ? await response.json() : [];
    // Responses may arrive in another order than their requests were sent.
    if (number === requested) show(options);
  }

  function show(options) {
    list.replaceChildren(...options.map(toOption));
    list.hidden = options.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    select(undefined);
  }

  function toOption({ value, label }, index) {
    const option = document.createElement('li');
    option.id = `${list.id}-${index}`;
    option.setAttribute('role', 'option');
    option.dataset.value = value;
    option.append(value);
    if (label) {
      const note = document.createElement('span');
      note.className = 'quiet';
      note.textContent = label;
      option.append(' ', note);
    }
    return option;
  }

  /**
   * After the last option, none is selected, so that the entered text is used; then the first one follows.
   */
  function select(option) {
    for (const child of list.children) child.setAttribute('aria-selected', String(child === option));
    field.setAttribute('aria-activedescendant', option?.id ?? '');
  }

  function pick({ dataset: { value } }) {
    field.value = value;
    show([]);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Adds a field whose picked values are added to those of another field. */
function addPicker(control) {
  const { separator } = control.dataset;
  const label = document.createElement('label');
  const field = document.createElement('input');
  field.id = `add-${control.id}`;
  field.autocomplete = 'off';
  label.htmlFor = field.id;
  label.className = 'hint';
  const name = document.querySelector(`label[for="${control.id}"]`).firstChild.textContent.trim();
  label.textContent = `Add to ${name.toLowerCase()}`;
  control.after(label, field);
  const add = () => {
    const values = control.value.split(separator.trim() || separator).map((value) => value.trim());
    const all = new Set([...values, field.value.trim()]);
    control.value = [...all].filter((value) => value !== '').join(separator);
    field.value = '';
  };
  field.addEventListener('change', add);
  field.addEventListener('keydown', (event) => {
    // Enter on a suggestion picks it, which is a change.
    if (event.key !== 'Enter' || field.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    add();
  });
  return field;
}

/** Shows the progress of an upload. */
for (const form of document.querySelectorAll('form[data-progress]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const bar = document.createElement('progress');
    bar.setAttribute('aria-label', 'Sent');
    bar.value = 0;
    form.append(bar);
    const button = form.querySelector('button[type=submit]');
    button.disabled = true;
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.max = total;
      bar.value = loaded;
    });
    // The response is a redirect to a page, which the browser then shows; a rejected form is shown as it was
    // received.
    request.addEventListener('load', () => {
      if (request.responseURL !== form.action) return location.assign(request.responseURL);
      const page = new DOMParser().parseFromString(request.responseText, 'text/html');
      document.querySelector('main').replaceWith(page.querySelector('main'));
      document.querySelector('[role=alert]')?.focus();
    });
    request.addEventListener('error', () => {
      bar.remove();
      button.disabled = false;
      // Submitted without the script, so that the browser reports the problem with the connection.
      form.submit();
    });
    request.open('POST', form.action);
    request.send(new FormData(form));
  });
}

/** Refreshes the part of the page that shows progress, until the operation ends. */
const REFRESH_MS = 1500;
const live = document.querySelector('[data-live]');
if (live) setTimeout(() => void refresh(), REFRESH_MS);

async function refresh() {
  const response = await fetch(location.href).catch(() => undefined);
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const shown = page.querySelector('[data-live]');
    // The finished page has more than this part.
    if (!shown) return location.reload();
    document.querySelector('[data-live]').replaceChildren(...shown.childNodes);
  }
  setTimeout(() => void refresh(), REFRESH_MS);
}
