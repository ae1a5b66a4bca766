// What the admin pages offer beyond HTML. Without this script everything still works.

/** `/` goes to the search field, unless somebody is typing. */
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input:not([type=checkbox], [type=radio]), select, textarea');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  const field = document.querySelector('form[role=search] input:not([type=hidden])');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/** One checkbox for all of a page. */
const choosePage = document.getElementById('choose-page');
if (choosePage) {
  choosePage.parentElement.hidden = false;
  choosePage.addEventListener('change', () => {
    for (const one of document.querySelectorAll('input[form=bulk][name=key]'))
      one.checked = choosePage.checked;
  });
}

const TYPING_MS = 150;
const controls = document.querySelectorAll('[data-suggest]');
for (const control of controls) {
  suggest('separator' in control.dataset ? addPicker(control) : control, control);
}

/** Fills the field's list with what the server suggests for the text. */
function suggest(field, { dataset, id }) {
  const list = document.createElement('datalist');
  list.id = `suggested-${id}`;
  field.after(list);
  let timer;
  let asked = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void fill(), TYPING_MS);
  });

  async function fill() {
    asked += 1;
    const number = asked;
    const address = new URL(dataset.suggest, location.href);
    address.searchParams.set('q', field.value);
    const response = await fetch(address).catch(() => undefined);
    const options = response?.ok ? await response.json() : [];
    // Answers may arrive in another order than they were asked for.
    if (number !== asked) return;
    list.replaceChildren(...options.map(toOption));
    field.setAttribute('list', list.id);
  }
}

function toOption({ value, label }) {
  const option = document.createElement('option');
  option.value = value;
  option.label = label;
  return option;
}

/** A field that adds what is picked to the values of another. */
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
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  });
  return field;
}

/** Shows how much of a file is sent. */
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
    // The answer leads to a page, which the browser then shows; a refused form is shown as it came.
    request.addEventListener('load', () => {
      if (request.responseURL !== form.action) return location.assign(request.responseURL);
      const answer = new DOMParser().parseFromString(request.responseText, 'text/html');
      document.querySelector('main').replaceWith(answer.querySelector('main'));
      document.querySelector('[role=alert]')?.focus();
    });
    request.addEventListener('error', () => {
      bar.remove();
      button.disabled = false;
      // Without the script, the browser says what is wrong with the connection.
      form.submit();
    });
    request.open('POST', form.action);
    request.send(new FormData(form));
  });
}

/** Refreshes what is in progress until it ends. */
const REFRESH_MS = 1500;
const live = document.querySelector('[data-live]');
if (live) setTimeout(() => void refresh(), REFRESH_MS);

async function refresh() {
  const response = await fetch(location.href).catch(() => undefined);
  if (response?.ok) {
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
    const shown = answer.querySelector('[data-live]');
    // The finished page has more than this part.
    if (!shown) return location.reload();
    document.querySelector('[data-live]').replaceChildren(...shown.childNodes);
  }
  setTimeout(() => void refresh(), REFRESH_MS);
}
