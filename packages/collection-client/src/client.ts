import { callWith, createEndpoints, type Endpoint, type InputsOf, type OutputOf } from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import { toConnection, type CollectionClientOptions } from './connection.ts';
import * as contracts from './contracts/index.ts';
import { toPage, type Page } from './pages.ts';

/** The collection service's endpoints, one method each. */
export type CollectionClient = ReturnType<typeof createCollectionClient>;

/**
 * Opens a client of one collection service, in a browser or Node.js. It holds no connection and needs no closing;
 * nothing is asked before the first call. Throws a `TypeError` that names an invalid option.
 *
 * @example
 * const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username, password });
 * const items = await createCollectionClient({ baseUrl, token }).items.list({ item_type: 'jersey' });
 */
export function createCollectionClient(options: CollectionClientOptions) {
  const connection = toConnection(options);
  const endpoint = createEndpoints(connection);

  /** For a list that is an array, and tells of its further pages in headers. */
  function pages<C extends Contract>(contract: C): Endpoint<InputsOf<C>, Page<EntryOf<OutputOf<C>>>> {
    return async (...parameters) =>
      toPage(await callWith(connection, contract, parameters), `${contract.method} ${contract.path}`);
  }

  return {
    tokens: {
      /** The user's token, the same each time; status 400 with `fields` for wrong credentials. */
      create: endpoint(contracts.createToken),
      /** Deletes the caller's token; needs a session. */
      remove: endpoint(contracts.deleteToken),
    },
    accounts: {
      /** The token that `csrfToken` is asked for; it stays the same when somebody signs in. */
      csrf: endpoint(contracts.getCsrfToken),
      /** Whether anyone is signed in, and who. */
      session: endpoint(contracts.getSession),
      /** Signs in by session, or tells that a `code` is needed (`mfa_required`). */
      login: endpoint(contracts.login, 401),
      /** Ends the session. */
      logout: endpoint(contracts.logout),
      /** Creates an account, which waits for its e-mail to be verified. */
      signup: endpoint(contracts.signup),
      /** Verifies the address that a key was sent to. */
      verifyEmail: endpoint(contracts.verifyEmail),
      /** Sends another key; the answer does not tell whether the address is known. */
      resendVerification: endpoint(contracts.resendVerification),
      /** Sends a key for a new password; the answer does not tell whether the address is known. */
      resetPassword: endpoint(contracts.resetPassword),
      /** Sets a new password with a key. */
      confirmPasswordReset: endpoint(contracts.confirmPasswordReset),
      /** Changes the caller's password and ends the other sessions. */
      changePassword: endpoint(contracts.changePassword),
      /** Confirms that it is the user; call it after an error with `confirmationRequired`, then ask again. */
      confirm: endpoint(contracts.confirmSession),
      /** The caller's sessions, and when the API token was last used. */
      sessions: endpoint(contracts.listSessions),
      /** Ends one of the caller's sessions. */
      endSession: endpoint(contracts.endSession),
      /** Ends all of the caller's sessions but this one. */
      endOtherSessions: endpoint(contracts.endOtherSessions),
      /** All that the caller's account has to tell. */
      profile: endpoint(contracts.getProfile),
      /** Changes what is sent of the profile; a new e-mail address counts once it is verified. */
      patchProfile: endpoint(contracts.patchProfile),
      /** Sets the caller's picture. */
      putAvatar: endpoint(contracts.putAvatar),
      /** Removes the caller's picture. */
      removeAvatar: endpoint(contracts.deleteAvatar),
      /** Everything that the service holds about the caller: a ZIP. */
      export: endpoint(contracts.exportAccount),
      /** Deletes the caller's account and all of it. */
      remove: endpoint(contracts.deleteAccount),
      /** A new secret for an authenticator app; multi-factor sign-in is on once a code of it is confirmed. */
      startTotp: endpoint(contracts.startTotp),
      /** Turns multi-factor sign-in on and ends the other sessions; tells the recovery codes, this once. */
      confirmTotp: endpoint(contracts.confirmTotp),
      /** Turns multi-factor sign-in off. */
      removeTotp: endpoint(contracts.removeTotp),
      /** New recovery codes in place of the old ones. */
      createRecoveryCodes: endpoint(contracts.createRecoveryCodes),
      /** Ends a social sign-in that has come back with `mfa_required`. */
      finishLogin: endpoint(contracts.finishLogin),
      /** The services with which one can sign in; browsers go to their `login_url`. */
      socialProviders: endpoint(contracts.listSocialProviders),
      /** Unlinks a provider; status 400 where it is the only way to sign in. */
      unlinkSocialProvider: endpoint(contracts.unlinkSocialProvider),
    },
    users: {
      /** The caller alone, as a list. */
      list: endpoint(contracts.listUsers),
      /** The caller. */
      me: endpoint(contracts.getMe),
      /** The caller, or a user whose profile is public; status 404 for anyone else. */
      get: endpoint(contracts.getUser),
      /** Changes the caller; a name that is left out becomes empty. */
      put: endpoint(contracts.putUser),
      /** Changes what is sent of the caller. */
      patch: endpoint(contracts.patchUser),
    },
    collections: {
      /** A page of the public collections that have something to show, most recently changed first. */
      list: endpoint(contracts.listCollections),
      /** The caller's collection: whose it is, and what it amounts to. */
      me: endpoint(contracts.getMyCollection),
      /** A user's collection; status 403 for a private one. */
      get: endpoint(contracts.getCollection),
      /** A page of the caller's items, drafts only where they are asked for. */
      myItems: endpoint(contracts.listMyCollectionItems),
      /** A page of a user's public items; status 403 for a private collection. */
      items: endpoint(contracts.listCollectionItems),
    },
    items: {
      /** A page of the caller's items with all their fields, drafts included. */
      list: pages(contracts.listItems),
      /** Creates an item; status 400 with `fields` for what is wrong with it. */
      create: endpoint(contracts.createItem),
      /** The caller's own item, or a public one, with its photos; status 404 for any other. */
      get: endpoint(contracts.getItem),
      /** Replaces an item: what is left out gets its default. */
      put: endpoint(contracts.putItem),
      /** Changes what is sent of an item. */
      patch: endpoint(contracts.patchItem),
      /** Deletes an item with its photos. */
      remove: endpoint(contracts.deleteItem),
    },
    photos: {
      /** A page of the caller's photos. */
      list: pages(contracts.listPhotos),
      /** Uploads a picture; status 400 with `fields`, or 413, for what cannot be taken. */
      upload: endpoint(contracts.createPhoto),
      /** The caller's own photo, or one of a public item; status 404 for any other. */
      get: endpoint(contracts.getPhoto),
      /** Changes a photo; a caption that is left out becomes empty. */
      put: endpoint(contracts.putPhoto),
      /** Changes what is sent of a photo. */
      patch: endpoint(contracts.patchPhoto),
      /** Deletes a photo with its files. */
      remove: endpoint(contracts.deletePhoto),
    },
    /** What items are described with, and what the service allows. */
    reference: {
      colors: endpoint(contracts.listColours),
      sizes: endpoint(contracts.listSizes),
      designs: endpoint(contracts.listDesigns),
      contentTypes: endpoint(contracts.listContentTypes),
      limits: endpoint(contracts.getLimits),
    },
    /** The catalogue, asked through the collection service; all but `filters` are status 503 while it is away. */
    archive: {
      clubs: {
        /** Up to ten clubs by name or slug, forgiving typing mistakes and accents. */
        search: endpoint(contracts.searchArchiveClubs),
        /** The seasons in which a club has kits, newest first. */
        seasons: endpoint(contracts.listArchiveSeasons),
        /** A club's kits of one season. */
        kits: endpoint(contracts.listArchiveKits),
      },
      kits: {
        /** Up to ten kits by name and year: `malaga 2003`. */
        search: endpoint(contracts.searchArchiveKits),
        /** One kit in full; status 404 when there is none with this id. */
        get: endpoint(contracts.getArchiveKit),
      },
      brands: {
        /** Up to ten brands by name or slug. */
        search: endpoint(contracts.searchArchiveBrands),
      },
      competitions: {
        /** Up to ten competitions by name or slug. */
        search: endpoint(contracts.searchArchiveCompetitions),
      },
      seasons: {
        /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`. */
        search: endpoint(contracts.searchArchiveSeasons),
      },
      /** What the public items have, and how often; the service's own, so that it needs no catalogue. */
      filters: endpoint(contracts.listArchiveFilters),
    },
    /** How the service is. That it is unhealthy is an answer too (503), and is not asked again. */
    health: endpoint(contracts.getHealth, 503),
  };
}

type EntryOf<List> = List extends ReadonlyArray<infer T> ? T : never;
