import { callWith, createEndpoints, type Endpoint, type InputsOf, type OutputOf } from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import { toConnection, type CollectionClientOptions } from './connection.ts';
import * as contracts from './contracts/index.ts';
import { toPage, type Page } from './pages.ts';

/** The collection service's endpoints, one method each. */
export type CollectionClient = ReturnType<typeof createCollectionClient>;

/**
 * Creates a client of one collection service, for browsers and Node.js. It holds no connection and needs no closing;
 * the first request is sent by the first call. Throws a `TypeError` that names an invalid option.
 *
 * @example
 * const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username, password });
 * const items = await createCollectionClient({ baseUrl, token }).items.list({ item_type: 'jersey' });
 */
export function createCollectionClient(options: CollectionClientOptions) {
  const connection = toConnection(options);
  const endpoint = createEndpoints(connection);

  /** For lists returned as arrays, with pagination in headers. */
  function pages<C extends Contract>(contract: C): Endpoint<InputsOf<C>, Page<EntryOf<OutputOf<C>>>> {
    return async (...parameters) =>
      toPage(await callWith(connection, contract, parameters), `${contract.method} ${contract.path}`);
  }

  return {
    tokens: {
      /** The user's one token; status 400 with `fields` for wrong credentials. */
      create: endpoint(contracts.createToken),
      /** Requires a session, not a token. */
      remove: endpoint(contracts.deleteToken),
    },
    accounts: {
      /** The token for `csrfToken`; it stays the same after sign-in. */
      csrf: endpoint(contracts.getCsrfToken),
      session: endpoint(contracts.getSession),
      /** Signs in by session, or answers `mfa_required` if a `code` is needed. */
      login: endpoint(contracts.login, 401),
      logout: endpoint(contracts.logout),
      /** Creates an account whose e-mail address must then be verified. */
      signup: endpoint(contracts.signup),
      /** Verifies the address that a key was sent to. */
      verifyEmail: endpoint(contracts.verifyEmail),
      /** Sends another key; the answer does not reveal whether the address is known. */
      resendVerification: endpoint(contracts.resendVerification),
      /** Sends a key for a new password; the answer does not reveal whether the address is known. */
      resetPassword: endpoint(contracts.resetPassword),
      confirmPasswordReset: endpoint(contracts.confirmPasswordReset),
      /** Changes the caller's password and ends the other sessions. */
      changePassword: endpoint(contracts.changePassword),
      /** Reauthenticates the user; call it after an error with `confirmationRequired`, then retry. */
      confirm: endpoint(contracts.confirmSession),
      /** The caller's sessions, and when the API token was last used. */
      sessions: endpoint(contracts.listSessions),
      endSession: endpoint(contracts.endSession),
      endOtherSessions: endpoint(contracts.endOtherSessions),
      profile: endpoint(contracts.getProfile),
      /** Changes the fields sent; a new e-mail address takes effect once verified. */
      patchProfile: endpoint(contracts.patchProfile),
      putAvatar: endpoint(contracts.putAvatar),
      removeAvatar: endpoint(contracts.deleteAvatar),
      /** All data that the service holds about the caller, as a ZIP. */
      export: endpoint(contracts.exportAccount),
      /** Deletes the caller's account and all its data. */
      remove: endpoint(contracts.deleteAccount),
      /** A new secret for an authenticator app; multi-factor sign-in is enabled once a code of it is confirmed. */
      startTotp: endpoint(contracts.startTotp),
      /** Enables multi-factor sign-in and ends the other sessions; the recovery codes are shown only once. */
      confirmTotp: endpoint(contracts.confirmTotp),
      removeTotp: endpoint(contracts.removeTotp),
      /** Replaces all recovery codes. */
      createRecoveryCodes: endpoint(contracts.createRecoveryCodes),
      /** Completes a social sign-in that returned with `mfa_required`. */
      finishLogin: endpoint(contracts.finishLogin),
      /** The providers of social sign-in; browsers navigate to their `login_url`. */
      socialProviders: endpoint(contracts.listSocialProviders),
      /** Unlinks a provider; status 400 if it is the only way to sign in. */
      unlinkSocialProvider: endpoint(contracts.unlinkSocialProvider),
    },
    users: {
      /** A list of the caller alone. */
      list: endpoint(contracts.listUsers),
      me: endpoint(contracts.getMe),
      /** The caller, or a user whose profile is public; otherwise status 404. */
      get: endpoint(contracts.getUser),
      /** Replaces the caller's names; an omitted name becomes empty. */
      put: endpoint(contracts.putUser),
      patch: endpoint(contracts.patchUser),
    },
    collections: {
      /** Public collections that are not empty, most recently changed first. */
      list: endpoint(contracts.listCollections),
      me: endpoint(contracts.getMyCollection),
      /** What the caller's collection has cost and is worth, by currency and month. */
      myValue: endpoint(contracts.getMyValue),
      /** A user's collection; status 403 if private. */
      get: endpoint(contracts.getCollection),
      getByUsername: endpoint(contracts.getNamedCollection),
      /** The caller's items; drafts only if requested. */
      myItems: endpoint(contracts.listMyCollectionItems),
      /** A user's public items; status 403 if the collection is private. */
      items: endpoint(contracts.listCollectionItems),
      itemsByUsername: endpoint(contracts.listNamedCollectionItems),
      /** The caller's items as a table: the response as it arrives, to be read or cancelled. */
      myItemsCsv: endpoint(contracts.exportItemTable),
      /** The caller's items, one `ExportedItem` a line: the response as it arrives, to be read or cancelled. */
      myItemsNdjson: endpoint(contracts.exportItemLines),
    },
    exports: {
      /** Starts an export of the caller's collection, or returns the one that is being made. */
      create: endpoint(contracts.createExport),
      /** The progress of an export; status 404 once it has expired. */
      get: endpoint(contracts.getExport),
      /** The ZIP as it arrives; `headers: { Range: 'bytes=…' }` asks for a part. */
      file: endpoint(contracts.downloadExport),
    },
    items: {
      /** The caller's items with all their fields, drafts included. */
      list: pages(contracts.listItems),
      /** Creates an item; status 400 with `fields` for validation errors. */
      create: endpoint(contracts.createItem),
      /** The caller's own item, or a public one, with its photos; otherwise status 404. */
      get: endpoint(contracts.getItem),
      /** Replaces an item: omitted fields get their defaults. */
      put: endpoint(contracts.putItem),
      patch: endpoint(contracts.patchItem),
      remove: endpoint(contracts.deleteItem),
      /** Changes or deletes many items, all or none; status 400 with `errors` in its body, by id and field. */
      batch: endpoint(contracts.batchItems),
      /** Copies an item without its photos; the body overrides fields. */
      clone: endpoint(contracts.cloneItem),
      /** The history of the estimated value of the caller's own item, oldest first. */
      values: pages(contracts.listItemValues),
    },
    photos: {
      list: pages(contracts.listPhotos),
      /** Uploads a picture; status 400 with `fields`, or 413, if it is not accepted. */
      upload: endpoint(contracts.createPhoto),
      /** The caller's own photo, or one of a public item; otherwise status 404. */
      get: endpoint(contracts.getPhoto),
      /** Replaces a photo's fields; an omitted caption becomes empty. */
      put: endpoint(contracts.putPhoto),
      patch: endpoint(contracts.patchPhoto),
      /** Deletes a photo with its files. */
      remove: endpoint(contracts.deletePhoto),
    },
    shares: {
      /** The caller's share links, newest first. */
      list: pages(contracts.listShares),
      /** Creates a link; its `url` and `token` are shown only once. */
      create: endpoint(contracts.createShare),
      /** Changes title, end or password; null removes them. */
      patch: endpoint(contracts.patchShare),
      /** Ends a link at once. */
      remove: endpoint(contracts.deleteShare),
    },
    /** What a link shares, without an account; status 401 with `passwordRequired` until `unlock`. */
    shared: {
      get: endpoint(contracts.getShared),
      items: endpoint(contracts.listSharedItems),
      item: endpoint(contracts.getSharedItem),
      /** Sends the password: browsers then hold a cookie; status 400 with `fields` if it is wrong. */
      unlock: endpoint(contracts.unlockShared),
    },
    imports: {
      /** The caller's imports, newest first. */
      list: pages(contracts.listImports),
      /** Starts an import of a file, or of a collection in the archive; nothing is added before `apply`. */
      create: endpoint(contracts.createImport),
      /** Poll this while the status is `reading`, `applying` or `undoing`. */
      get: endpoint(contracts.getImport),
      /** Changes the mapping or options; the rows are evaluated anew. */
      patch: endpoint(contracts.patchImport),
      remove: endpoint(contracts.deleteImport),
      rows: endpoint(contracts.listImportRows),
      /** Sets fields of a row's item, or skips the row. */
      patchRow: endpoint(contracts.patchImportRow),
      /** Settles what a name means in all rows. */
      resolve: endpoint(contracts.resolveImport),
      apply: endpoint(contracts.applyImport),
      /** The rows that were not taken, as CSV that can be imported again: the response as it arrives. */
      failed: endpoint(contracts.getFailedRows),
      undo: endpoint(contracts.undoImport),
    },
    /** Colours, sizes and designs of items, and the service's limits. */
    reference: {
      colors: endpoint(contracts.listColours),
      sizes: endpoint(contracts.listSizes),
      designs: endpoint(contracts.listDesigns),
      contentTypes: endpoint(contracts.listContentTypes),
      limits: endpoint(contracts.getLimits),
    },
    /** The catalogue through the collection service; all but `filters` answer status 503 while it is unavailable. */
    archive: {
      clubs: {
        /** Up to ten clubs by name or slug, tolerating typos and missing accents. */
        search: endpoint(contracts.searchArchiveClubs),
        /** The seasons in which a club has kits, newest first. */
        seasons: endpoint(contracts.listArchiveSeasons),
        kits: endpoint(contracts.listArchiveKits),
      },
      kits: {
        /** Up to ten kits by name and year: `malaga 2003`. */
        search: endpoint(contracts.searchArchiveKits),
        /** One kit in full; status 404 if unknown. */
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
      /** What the public items have, with counts; from the service's own database, without the catalogue. */
      filters: endpoint(contracts.listArchiveFilters),
    },
    /** The service's name, version and links. */
    root: endpoint(contracts.getRoot),
    /** The same, from `/api`. */
    service: endpoint(contracts.getService),
    /** The health report. Unhealthy is an answer too (503), and is not retried. */
    health: endpoint(contracts.getHealth, 503),
    /** Whether the service can serve requests. If not (503), the report is returned, not retried. */
    ready: endpoint(contracts.getReady, 503),
  };
}

type EntryOf<List> = List extends ReadonlyArray<infer T> ? T : never;
