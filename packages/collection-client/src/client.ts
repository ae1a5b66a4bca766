import type { BodyOf, Contract } from '@kitroom/shared';
import { call, type Question } from './call.ts';
import type { CollectionClient, Endpoint, InputsOf, Success } from './collection-client.ts';
import { toConnection, type CallOptions, type CollectionClientOptions } from './connection.ts';
import * as contracts from './contracts/index.ts';
import { toPage, type Page } from './pages.ts';

/**
 * Opens a client of one collection service, in a browser or Node.js. It holds no connection and needs no closing;
 * nothing is asked before the first call. Throws a `TypeError` that names an option which cannot be.
 *
 * @example
 * const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username, password });
 * const items = await createCollectionClient({ baseUrl, token }).items.list({ item_type: 'jersey' });
 */
export function createCollectionClient(options: CollectionClientOptions): CollectionClient {
  const connection = toConnection(options);

  function endpoint<
    C extends Contract,
    Inputs extends unknown[] = InputsOf<C>,
    Output = BodyOf<C, Success<C>>,
  >(contract: C, statuses: readonly number[] = successesOf(contract)): Endpoint<C, Inputs, Output> {
    return async (...parameters) => {
      const { question, callOptions } = toQuestion(contract, statuses, parameters);
      // The contract's schema has checked it.
      return (await call(connection, question, callOptions)).value as Output;
    };
  }

  /** The same for a list that is an array, and tells of its further pages in headers. */
  function pages<C extends Contract, Args, T>(contract: C): Endpoint<C, [args?: Args], Page<T>> {
    return async (...parameters) => {
      const { question, callOptions } = toQuestion(contract, [200], parameters);
      const answer = await call(connection, question, callOptions);
      return toPage<T>(answer, `${contract.method} ${contract.path}`);
    };
  }

  return {
    tokens: { create: endpoint(contracts.createToken), remove: endpoint(contracts.deleteToken) },
    accounts: {
      csrf: endpoint(contracts.getCsrfToken),
      session: endpoint(contracts.getSession),
      login: endpoint(contracts.login, [200, 401]),
      logout: endpoint(contracts.logout),
      signup: endpoint(contracts.signup),
      verifyEmail: endpoint(contracts.verifyEmail),
      resendVerification: endpoint(contracts.resendVerification),
      resetPassword: endpoint(contracts.resetPassword),
      confirmPasswordReset: endpoint(contracts.confirmPasswordReset),
      changePassword: endpoint(contracts.changePassword),
      confirm: endpoint(contracts.confirmSession),
      sessions: endpoint(contracts.listSessions),
      endSession: endpoint(contracts.endSession),
      endOtherSessions: endpoint(contracts.endOtherSessions),
      profile: endpoint(contracts.getProfile),
      patchProfile: endpoint(contracts.patchProfile),
      putAvatar: endpoint(contracts.putAvatar),
      removeAvatar: endpoint(contracts.deleteAvatar),
      export: endpoint(contracts.exportAccount),
      remove: endpoint(contracts.deleteAccount),
      startTotp: endpoint(contracts.startTotp),
      confirmTotp: endpoint(contracts.confirmTotp),
      removeTotp: endpoint(contracts.removeTotp),
      createRecoveryCodes: endpoint(contracts.createRecoveryCodes),
      finishLogin: endpoint(contracts.finishLogin),
      socialProviders: endpoint(contracts.listSocialProviders),
      unlinkSocialProvider: endpoint(contracts.unlinkSocialProvider),
    },
    users: {
      list: endpoint(contracts.listUsers),
      me: endpoint(contracts.getMe),
      get: endpoint(contracts.getUser),
      put: endpoint(contracts.putUser),
      patch: endpoint(contracts.patchUser),
    },
    collections: {
      list: endpoint(contracts.listCollections),
      me: endpoint(contracts.getMyCollection),
      get: endpoint(contracts.getCollection),
      myItems: endpoint(contracts.listMyCollectionItems),
      items: endpoint(contracts.listCollectionItems),
    },
    items: {
      list: pages(contracts.listItems),
      create: endpoint(contracts.createItem),
      get: endpoint(contracts.getItem),
      put: endpoint(contracts.putItem),
      patch: endpoint(contracts.patchItem),
      remove: endpoint(contracts.deleteItem),
    },
    photos: {
      list: pages(contracts.listPhotos),
      upload: endpoint(contracts.createPhoto),
      get: endpoint(contracts.getPhoto),
      put: endpoint(contracts.putPhoto),
      patch: endpoint(contracts.patchPhoto),
      remove: endpoint(contracts.deletePhoto),
    },
    reference: {
      colors: endpoint(contracts.listColours),
      sizes: endpoint(contracts.listSizes),
      designs: endpoint(contracts.listDesigns),
      contentTypes: endpoint(contracts.listContentTypes),
      limits: endpoint(contracts.getLimits),
    },
    archive: {
      clubs: {
        search: endpoint(contracts.searchArchiveClubs),
        seasons: endpoint(contracts.listArchiveSeasons),
        kits: endpoint(contracts.listArchiveKits),
      },
      kits: { search: endpoint(contracts.searchArchiveKits), get: endpoint(contracts.getArchiveKit) },
      brands: { search: endpoint(contracts.searchArchiveBrands) },
      competitions: { search: endpoint(contracts.searchArchiveCompetitions) },
      seasons: { search: endpoint(contracts.searchArchiveSeasons) },
      filters: endpoint(contracts.listArchiveFilters),
    },
    health: endpoint(contracts.getHealth, [200, 503]),
  };
}

function successesOf({ answers }: Contract): number[] {
  return Object.keys(answers)
    .map(Number)
    .filter((status) => status < 300);
}

/** What a method was called with: the parameters, the body, each where the endpoint has one, and the options. */
function toQuestion(contract: Contract, statuses: readonly number[], parameters: readonly unknown[]) {
  const rest = [...parameters];
  const args = (contract.params || contract.query ? rest.shift() : undefined) ?? {};
  const body = contract.body ? rest.shift() : undefined;
  const question: Question = { contract, args, body, statuses };
  // Just what Endpoint says.
  return { question, callOptions: (rest[0] ?? {}) as CallOptions };
}
