import type { Access, Contract } from '@kitroom/shared';
import type { Endpoint } from '../http/endpoint.ts';
import type { ErrorFormat } from '../http/mount.ts';
import { callForPage, endpointFormRoutes, type FieldLabel, type FormOptions } from './endpoint-form.ts';
import { isRefusal, toFormErrors, type FormErrors } from './form.ts';
import type { PageRoute } from './page-router.ts';

interface FormPage<Visitor> extends Omit<FormOptions<Visitor>, 'labels'> {
  /** Labels of fields that have a different one on this page. */
  labels?: Readonly<Record<string, FieldLabel>>;
  /** Default: the contract's access. */
  access?: Access;
}

/** Builds pages for endpoints of the API, with the endpoints' rules, errors, limits and access. */
export interface EndpointPages<Visitor> {
  /** The form of an endpoint, by its contract; see `formOf`. */
  form(contract: Contract | Endpoint, page: FormPage<Visitor>): Array<PageRoute<Visitor>>;
  /**
   * The route that a button posts to, which calls an endpoint without input. It redirects to `leadsTo`, by
   * default back to the button's page, with the text of `done`; after a 400 or 409, back with the error's
   * text. The paths are below the site's root.
   */
  button(
    contract: Contract,
    path: string,
    options: { back: string; leadsTo?: string; done?: string },
  ): PageRoute<Visitor>;
}

/** Finds endpoints by their contracts, and adds the parts that all their pages have in common. */
export function openEndpointPages<Visitor>(site: {
  endpoints: readonly Endpoint[];
  labels: Readonly<Record<string, FieldLabel>>;
  /** Rewrites error messages for people; the default for all pages. */
  explain(errors: FormErrors): FormErrors;
  errorFormat: ErrorFormat;
  /**
   * Applies the access rule of an endpoint to its page. Visitors who must do something first, such as sign
   * in, then return to `back`.
   */
  guard(access: Access | undefined, route: PageRoute<Visitor>, back: string): PageRoute<Visitor>;
}): EndpointPages<Visitor> {
  const { labels, explain, errorFormat, guard } = site;
  const byContract = new Map(site.endpoints.map((endpoint) => [endpoint.contract, endpoint]));
  const find = (contract: Contract | Endpoint): Endpoint => {
    const endpoint = 'handle' in contract ? contract : byContract.get(contract);
    if (!endpoint) throw new Error('a page stands for an endpoint that is not mounted');
    return endpoint;
  };
  return {
    form(contract, { access, ...page }) {
      const endpoint = find(contract);
      const all = { ...labels, ...page.labels };
      const routes = endpointFormRoutes(endpoint, { explain, ...page, labels: all }, errorFormat);
      return routes.map((route) => guard(access ?? endpoint.contract.access, route, route.path));
    },
    button(contract, path, { back, done: text, leadsTo = back }) {
      const endpoint = find(contract);
      const route: PageRoute<Visitor> = {
        method: 'POST',
        path,
        isOpen: contract.access === 'public',
        async handle(request) {
          const { baseUrl } = request.request;
          try {
            await callForPage(endpoint, {}, request, errorFormat);
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
