import { html, type Html } from './html.ts';

/** A navigation link. */
export interface NavigationItem {
  href: string;
  label: string;
}

/** The frame around every page of a site. */
export interface Frame {
  /** The site's name, for titles and the page header. */
  name: string;
  /** The path of the start page, `/admin/`. */
  home: string;
  /** Links, grouped under headings. */
  navigation: ReadonlyArray<{ label: string; items: readonly NavigationItem[] }>;
}

/** A message that is shown once, above the next page. */
export interface Flash {
  kind: 'done' | 'problem';
  text: string;
}

/** A page within its frame. */
export interface Page {
  title: string;
  body: Html;
  /** Default: 200. */
  status?: number;
  /** Breadcrumbs, starting with the outermost page. */
  trail?: readonly NavigationItem[];
  /** Links and buttons for the whole page, next to the title. */
  actions?: Html;
  /** Uses the full width of the window, even without a signed-in user. */
  isWide?: boolean;
}

/** Input of the layout in addition to the page. */
interface LayoutOptions {
  frame: Frame;
  stylesheet: string;
  /** The script's address; undefined without a script. */
  script?: string;
  /** The request's path, whose navigation link is highlighted. */
  path: string;
  flash?: Flash | undefined;
  /** The signed-in user and the sign-out button; if undefined, the navigation is hidden too. */
  person?: { name: string; signOut: Html } | undefined;
}

/** Renders a complete document. */
export function renderDocument(page: Page, options: LayoutOptions): Html {
  const { frame, stylesheet, script, flash, person } = options;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${frame.name}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" href="data:," />
        ${script !== undefined && html`<script src="${script}" type="module"></script>`}
      </head>
      <body class="${person ? 'with-navigation' : page.isWide ? 'wide' : 'alone'}">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="site">
          <a class="brand" href="${frame.home}">${frame.name}</a>
          ${
            person &&
            html`<div class="person">
              <span>${person.name}</span>
              ${person.signOut}
            </div>`
          }
        </header>
        ${person && navigation(frame, options.path)}
        <main id="content" tabindex="-1">
          ${flash && html`<p class="flash ${flash.kind}" role="status">${flash.text}</p>`} ${trail(page)}
          <div class="title">
            <h1>${page.title}</h1>
            ${page.actions && html`<div class="actions">${page.actions}</div>`}
          </div>
          ${page.body}
        </main>
      </body>
    </html> `;
}

function navigation(frame: Frame, path: string): Html {
  return html`<nav class="site" aria-label="Sections">
    ${frame.navigation.map(
      ({ label, items }) =>
        html`<h2>${label}</h2>
          <ul>
            ${items.map((item) => html`<li>${navigationLink(item, path, frame.home)}</li>`)}
          </ul>`,
    )}
  </nav>`;
}

function navigationLink({ href, label }: NavigationItem, path: string, home: string): Html {
  const isHere = path === href || (href !== home && path.startsWith(`${href}/`));
  if (!isHere) return html`<a href="${href}">${label}</a>`;
  return html`<a href="${href}" aria-current="${path === href ? 'page' : 'true'}">${label}</a>`;
}

function trail({ trail: links = [] }: Page): Html | undefined {
  if (links.length === 0) return undefined;
  return html`<nav class="trail" aria-label="Where you are">
    ${links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}
  </nav>`;
}
