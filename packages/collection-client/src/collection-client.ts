import type { ArgumentsOf, BodyOf, Contract } from '@kitroom/shared';
import type { z } from 'zod';
import type { CallOptions } from './connection.ts';
import type * as contracts from './contracts/index.ts';
import type { ItemChanges, NewItem, NewPhoto, PhotoChanges, PhotoFilters } from './inputs.ts';
import type { Page } from './pages.ts';

/** The statuses with which an endpoint succeeds. */
export type Success<C extends Contract> = Extract<keyof C['answers'], 200 | 201 | 204>;

/**
 * A method that asks one endpoint: path and query parameters in one object, then the body, each where the endpoint has
 * one; last what is told of this call alone. Rejects with a `CollectionError`, or with a `TypeError` for arguments that
 * make no request.
 */
export type Endpoint<
  C extends Contract,
  Inputs extends unknown[] = InputsOf<C>,
  Output = BodyOf<C, Success<C>>,
> = (...parameters: [...Inputs, options?: CallOptions]) => Promise<Output>;

/** What an endpoint's method takes: its parameters, left out where none is needed, and its body. */
export type InputsOf<C extends Contract> = [
  ...(keyof ArgumentsOf<C> extends never
    ? []
    : Partial<ArgumentsOf<C>> extends ArgumentsOf<C>
      ? [args?: ArgumentsOf<C>]
      : [args: ArgumentsOf<C>]),
  ...(C['body'] extends z.ZodType ? [body: z.input<C['body']>] : []),
];

/** The collection service's endpoints, one method each. */
export interface CollectionClient {
  tokens: {
    /** The user's token, the same each time; status 400 with `fields` for wrong credentials. */
    create: Endpoint<typeof contracts.createToken>;
    /** Deletes the caller's token; needs a session. */
    remove: Endpoint<typeof contracts.deleteToken>;
  };
  accounts: {
    /** The token that `csrfToken` is asked for; it stays the same when somebody signs in. */
    csrf: Endpoint<typeof contracts.getCsrfToken>;
    /** Whether anyone is signed in, and who. */
    session: Endpoint<typeof contracts.getSession>;
    /** Signs in by session, or tells that a `code` is needed (`mfa_required`). */
    login: Endpoint<
      typeof contracts.login,
      InputsOf<typeof contracts.login>,
      BodyOf<typeof contracts.login> | z.output<typeof contracts.mfaRequired>
    >;
    /** Ends the session. */
    logout: Endpoint<typeof contracts.logout>;
    /** Creates an account, which waits for its e-mail to be verified. */
    signup: Endpoint<typeof contracts.signup>;
    /** Verifies the address that a key was sent to. */
    verifyEmail: Endpoint<typeof contracts.verifyEmail>;
    /** Sends another key; the answer does not tell whether the address is known. */
    resendVerification: Endpoint<typeof contracts.resendVerification>;
    /** Sends a key for a new password; the answer does not tell whether the address is known. */
    resetPassword: Endpoint<typeof contracts.resetPassword>;
    /** Sets a new password with a key. */
    confirmPasswordReset: Endpoint<typeof contracts.confirmPasswordReset>;
    /** Changes the caller's password and ends the other sessions. */
    changePassword: Endpoint<typeof contracts.changePassword>;
    /** Confirms that it is the user; call it after an error with `confirmationRequired`, then ask again. */
    confirm: Endpoint<typeof contracts.confirmSession>;
    /** The caller's sessions, and when the API token was last used. */
    sessions: Endpoint<typeof contracts.listSessions>;
    /** Ends one of the caller's sessions. */
    endSession: Endpoint<typeof contracts.endSession>;
    /** Ends all of the caller's sessions but this one. */
    endOtherSessions: Endpoint<typeof contracts.endOtherSessions>;
    /** All that the caller's account has to tell. */
    profile: Endpoint<typeof contracts.getProfile>;
    /** Changes what is sent of the profile; a new e-mail address counts once it is verified. */
    patchProfile: Endpoint<typeof contracts.patchProfile>;
    /** Sets the caller's picture. */
    putAvatar: Endpoint<typeof contracts.putAvatar, [avatar: { avatar: Blob }]>;
    /** Removes the caller's picture. */
    removeAvatar: Endpoint<typeof contracts.deleteAvatar>;
    /** Everything that the service holds about the caller: a ZIP. */
    export: Endpoint<typeof contracts.exportAccount, [], Blob>;
    /** Deletes the caller's account and all of it. */
    remove: Endpoint<typeof contracts.deleteAccount>;
    /** A new secret for an authenticator app; multi-factor sign-in is on once a code of it is confirmed. */
    startTotp: Endpoint<typeof contracts.startTotp>;
    /** Turns multi-factor sign-in on and ends the other sessions; tells the recovery codes, this once. */
    confirmTotp: Endpoint<typeof contracts.confirmTotp>;
    /** Turns multi-factor sign-in off. */
    removeTotp: Endpoint<typeof contracts.removeTotp>;
    /** New recovery codes in place of the old ones. */
    createRecoveryCodes: Endpoint<typeof contracts.createRecoveryCodes>;
    /** Ends a social sign-in that has come back with `mfa_required`. */
    finishLogin: Endpoint<typeof contracts.finishLogin>;
    /** The services with which one can sign in; browsers go to their `login_url`. */
    socialProviders: Endpoint<typeof contracts.listSocialProviders>;
    /** Unlinks a provider; status 400 where it is the only way to sign in. */
    unlinkSocialProvider: Endpoint<typeof contracts.unlinkSocialProvider>;
  };
  users: {
    /** The caller alone, as a list. */
    list: Endpoint<typeof contracts.listUsers>;
    /** The caller. */
    me: Endpoint<typeof contracts.getMe>;
    /** The caller, or a user whose profile is public; status 404 for anyone else. */
    get: Endpoint<typeof contracts.getUser>;
    /** Changes the caller; a name that is left out becomes empty. */
    put: Endpoint<typeof contracts.putUser>;
    /** Changes what is sent of the caller. */
    patch: Endpoint<typeof contracts.patchUser>;
  };
  collections: {
    /** A page of the public collections that have something to show, most recently changed first. */
    list: Endpoint<typeof contracts.listCollections>;
    /** The caller's collection: whose it is, and what it amounts to. */
    me: Endpoint<typeof contracts.getMyCollection>;
    /** A user's collection; status 403 for a private one. */
    get: Endpoint<typeof contracts.getCollection>;
    /** A page of the caller's items, drafts only where they are asked for. */
    myItems: Endpoint<typeof contracts.listMyCollectionItems>;
    /** A page of a user's public items; status 403 for a private collection. */
    items: Endpoint<typeof contracts.listCollectionItems>;
  };
  items: {
    /** A page of the caller's items with all their fields, drafts included. */
    list: Endpoint<
      typeof contracts.listItems,
      [args?: ArgumentsOf<typeof contracts.listItems>],
      Page<contracts.Item>
    >;
    /** Creates an item; status 400 with `fields` for what is wrong with it. */
    create: Endpoint<typeof contracts.createItem, [item: NewItem]>;
    /** The caller's own item, or a public one, with its photos; status 404 for any other. */
    get: Endpoint<typeof contracts.getItem>;
    /** Replaces an item: what is left out gets its default. */
    put: Endpoint<typeof contracts.putItem, [args: ArgumentsOf<typeof contracts.putItem>, item: NewItem]>;
    /** Changes what is sent of an item. */
    patch: Endpoint<
      typeof contracts.patchItem,
      [args: ArgumentsOf<typeof contracts.patchItem>, changes: ItemChanges]
    >;
    /** Deletes an item with its photos. */
    remove: Endpoint<typeof contracts.deleteItem>;
  };
  photos: {
    /** A page of the caller's photos. */
    list: Endpoint<typeof contracts.listPhotos, [args?: PhotoFilters], Page<contracts.Photo>>;
    /** Uploads a picture; status 400 with `fields`, or 413, for what cannot be taken. */
    upload: Endpoint<typeof contracts.createPhoto, [photo: NewPhoto]>;
    /** The caller's own photo, or one of a public item; status 404 for any other. */
    get: Endpoint<typeof contracts.getPhoto>;
    /** Changes a photo; a caption that is left out becomes empty. */
    put: Endpoint<
      typeof contracts.putPhoto,
      [args: ArgumentsOf<typeof contracts.putPhoto>, photo: PhotoChanges]
    >;
    /** Changes what is sent of a photo. */
    patch: Endpoint<
      typeof contracts.patchPhoto,
      [args: ArgumentsOf<typeof contracts.patchPhoto>, changes: PhotoChanges]
    >;
    /** Deletes a photo with its files. */
    remove: Endpoint<typeof contracts.deletePhoto>;
  };
  /** What items are described with, and what the service allows. */
  reference: {
    colors: Endpoint<typeof contracts.listColours>;
    sizes: Endpoint<typeof contracts.listSizes>;
    designs: Endpoint<typeof contracts.listDesigns>;
    contentTypes: Endpoint<typeof contracts.listContentTypes>;
    limits: Endpoint<typeof contracts.getLimits>;
  };
  /** The catalogue, asked through the collection service; all but `filters` are status 503 while it is away. */
  archive: {
    clubs: {
      /** Up to ten clubs by name or slug, forgiving typing mistakes and accents. */
      search: Endpoint<typeof contracts.searchArchiveClubs>;
      /** The seasons in which a club has kits, newest first. */
      seasons: Endpoint<typeof contracts.listArchiveSeasons>;
      /** A club's kits of one season. */
      kits: Endpoint<typeof contracts.listArchiveKits>;
    };
    kits: {
      /** Up to ten kits by name and year: `malaga 2003`. */
      search: Endpoint<typeof contracts.searchArchiveKits>;
      /** One kit in full; status 404 when there is none with this id. */
      get: Endpoint<typeof contracts.getArchiveKit>;
    };
    brands: {
      /** Up to ten brands by name or slug. */
      search: Endpoint<typeof contracts.searchArchiveBrands>;
    };
    competitions: {
      /** Up to ten competitions by name or slug. */
      search: Endpoint<typeof contracts.searchArchiveCompetitions>;
    };
    seasons: {
      /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`. */
      search: Endpoint<typeof contracts.searchArchiveSeasons>;
    };
    /** What the public items have, and how often; the service's own, so that it needs no catalogue. */
    filters: Endpoint<typeof contracts.listArchiveFilters>;
  };
  /** How the service is. That it is unhealthy is an answer too (503), and is not asked again. */
  health: Endpoint<typeof contracts.getHealth, [], BodyOf<typeof contracts.getHealth, 200 | 503>>;
}
