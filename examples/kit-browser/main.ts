// A wall of kits with a search box, facets and infinite scrolling, in one file and without a framework. To
// run it, copy the folder next to an installed client (docs/apps.md, "Quick start") and call `npx vite`.
import {
  CatalogueError,
  createCatalogueClient,
  getPage,
  type KitFacets,
  type ListedKit,
} from '@kitroom/catalogue-client';

const parameters = new URLSearchParams(location.search);
const catalogue = createCatalogueClient({
  baseUrl: parameters.get('catalogue') ?? 'http://localhost:4000',
});
const FIELDS = ['primary_color', 'design', 'decade'] as const;
const PAGE_SIZE = 60;

type Filters = NonNullable<Parameters<typeof catalogue.kits.list>[0]>;

const form = find('form', HTMLFormElement);
const status = find('[role=status]', HTMLElement);
const list = find('#kits', HTMLElement);

/** What the list shows: its filters, the last page that was requested, and whether there are more. */
let shown: { filters: Filters; page: number; hasMore: boolean };
/** Ends the requests of earlier filters, so that a slow response never replaces a newer one. */
let abort = new AbortController();

async function show(): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  shown = { filters: readFilters(), page: 0, hasMore: true };
  await report(async () => {
    const { total, facets } = await catalogue.kits.facets(
      { ...shown.filters, fields: FIELDS.join(',') },
      { signal },
    );
    list.replaceChildren();
    status.textContent = total === 1 ? '1 kit' : `${total.toLocaleString()} kits`;
    for (const field of FIELDS) showFacet(field, facets);
    await showNextPage(signal);
  });
}

async function showNextPage(signal: AbortSignal): Promise<void> {
  shown.page += 1;
  const { page, filters } = shown;
  const kits = await getPage(catalogue.kits.list, { ...filters, page, page_size: PAGE_SIZE }, { signal });
  shown.hasMore = kits.next !== null;
  list.append(...kits.results.map(drawKit));
}

function readFilters(): Filters {
  const entries = [...new FormData(form)].filter(([, value]) => value !== '');
  // The form's names are those of the API's filters, its values those of the facets.
  return Object.fromEntries(entries) as Filters;
}

/** The choices of a filter, each with the number of kits that it would leave. */
function showFacet(field: (typeof FIELDS)[number], facets: KitFacets['facets']): void {
  const select = find(`[name=${field}]`, HTMLSelectElement);
  const chosen = select.value;
  const options = (facets[field] ?? []).map(
    ({ value, label, count }) => new Option(`${label} (${count.toLocaleString()})`, String(value)),
  );
  // A choice stays possible to undo if nothing matches.
  if (chosen !== '' && !options.some(({ value }) => value === chosen)) options.push(new Option(chosen));
  select.replaceChildren(new Option('Any', ''), ...options);
  select.value = chosen;
}

function drawKit({ name, main_img_url }: ListedKit): HTMLElement {
  const picture = new Image(256, 256);
  Object.assign(picture, { src: main_img_url, alt: '', loading: 'lazy' });
  const item = document.createElement('li');
  item.append(picture, name);
  return item;
}

/** Shows what went wrong in place of the count. Requests that were aborted are no errors. */
async function report(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    if (error.code === 'aborted') return;
    const { retryAfterMs } = error;
    status.textContent =
      retryAfterMs === undefined
        ? `The kits could not be loaded: ${error.message}`
        : `Too many requests. Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  }
}

function find<T extends Element>(selector: string, type: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`the page has no ${selector}`);
  return element;
}

form.addEventListener('input', () => void show());
form.addEventListener('submit', (event) => event.preventDefault());
new IntersectionObserver(
  ([end]) => {
    if (end?.isIntersecting && shown.hasMore && shown.page > 0) {
      void report(() => showNextPage(abort.signal));
    }
  },
  { rootMargin: '600px' },
).observe(find('#end', HTMLElement));
await show();
