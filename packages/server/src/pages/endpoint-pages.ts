import type { Access, Contract } from '@kitroom/shared';
import type { Endpoint } from '../http/endpoint.ts';
import type { ErrorFormat } from '../http/mount.ts';
import { callForPage, formOf, type FieldLabel, type FormOptions } from './form-of.ts';
import { isRefusal, toFormErrors, type FormErrors } from './form.ts';
import type { PageRoute } from './page-router.ts';

interface FormPage<Visitor> extends Omit<FormOptions<Visitor>, 'labels'> {
  /** Of fields that are called otherwise on this page. */
  labels?: Readonly<Record<string, FieldLabel>>;
  /** Default: that of the contract. */
  access?: Access;
}

/**
 * Pages that stand for endpoints of the API: their rules, errors, limits and access are the endpoints' own.
 */
export interface EndpointPages<Visitor> {
  /** The form of an endpoint, by its contract; see `formOf`. */
  form(contract: Contract | Endpoint, page: FormPage<Visitor>): Array<PageRoute<Visitor>>;
  /**
   * The route that a button posts to, which calls an endpoint without input. It leads back to the button's
   * page, or on to `leadsTo`, with the text of `done`; after a 400 back, with its text. The paths are below
   * the site's root.
   */
  button(
    contract: Contract,
    path: string,
    options: { back: string; leadsTo?: string; done?: string },
  ): PageRoute<Visitor>;
}

/** Finds endpoints by their contracts, and gives their pages what all of them have in common. */
export function openEndpointPages<Visitor>(site: {
  endpoints: readonly Endpoint[];
  labels: Readonly<Record<string, FieldLabel>>;
  /** Rewrites error messages for people; default of each page. */
  explain(errors: FormErrors): FormErrors;
  errorFormat: ErrorFormat;
  /**
   * Applies the access rule of an endpoint to its page. Visitors may have to do something first; then they
   * return to `back`.
   */
  guard(access: Access | undefined, route: PageRoute<Visitor>, back: string): PageRoute<Visitor>;
}): EndpointPages<Visitor> {
  const { labels, explain, errorFormat, guard } = site;
  const byContract = new Map(site.endpoints.map((one) => [one.contract, one]));
  const find = (contract: Contract | Endpoint): Endpoint => {
    const found = 'handle' in contract ? contract : byContract.get(contract);
    if (!found) throw new Error('a page stands for an endpoint that is not mounted');
    return found;
  };
  return {
    form(contract, { access, ...page }) {
      const found = find(contract);
      const all = { ...labels, ...page.labels };
      const routes = formOf(found, { explain, ...page, labels: all }, errorFormat);
      return routes.map((route) => guard(access ?? found.contract.access, route, route.path));
    },
    button(contract, path, { back, done: text, leadsTo = back }) {
      const found = find(contract);
      const route: PageRoute<Visitor> = {
        method: 'POST',
        path,
        isOpen: contract.access === 'public',
        async handle(request) {
          const { baseUrl } = request.request;
          try {
            await callForPage(found, {}, request, errorFormat);
          } catch (error) {
            if (!isRefusal(error)) throw error;
            const problem = toFormErrors(error, [])[''] ?? error.message;
            return { to: `${baseUrl}${back}`, flash: { kind: 'problem', text: problem } };
          }
          return {
            to: `${baseUrl}${leadsTo}`,
            ...(text !== undefined && { flash: { kind: 'done', text } }),
          };
        },
      };
      return guard(contract.access, route, back);
    },
  };
}
