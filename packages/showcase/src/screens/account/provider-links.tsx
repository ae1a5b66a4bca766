import { useQuery } from '@tanstack/react-query';
import { useHref, useLocation, useSearchParams } from 'react-router';
import { SOCIAL_ERROR_PARAMETER, SOCIAL_ERRORS } from '@kitroom/collection-client';
import { readNext } from '../../before-sign-in.ts';
import { hasSignedOut } from '../../browser-storage.ts';
import { useCollection } from '../../services.ts';

export function useProviders() {
  const { accounts } = useCollection();
  return useQuery({ queryKey: ['providers'], queryFn: ({ signal }) => accounts.socialProviders({ signal }) });
}

/** A link to a sign-in provider, which returns to `next` or to this screen. */
export function ProviderLink({ label, url, next }: { label: string; url: string; next?: string }) {
  const { pathname } = useLocation();
  const returnTo = useHref(next ?? pathname);
  return (
    // The referrer tells the service which front end links the account.
    <a className="button" href={toProvider(url, returnTo)} referrerPolicy="origin">
      {label}
    </a>
  );
}

/** The URL that leads to a provider, and afterwards back to a path of this site. */
function toProvider(url: string, returnTo: string): string {
  const address = new URL(url);
  address.searchParams.set('next', new URL(returnTo, location.href).href);
  return address.href;
}

/**
 * The URL of the provider to which the sign-in screen redirects immediately. Null without a provider, after
 * signing out or a failure, or if the visitor wants to choose; undefined while loading.
 */
export function useAutomaticSignIn(): string | null | undefined {
  const [params] = useSearchParams();
  const returnTo = useHref(toReturn(params));
  const { data, isError } = useProviders();
  if (isError || params.has('local') || params.has(SOCIAL_ERROR_PARAMETER) || hasSignedOut()) return null;
  if (!data) return undefined;
  const automatic = data.find((provider) => provider.auto_redirect);
  return automatic ? toProvider(automatic.login_url, returnTo) : null;
}

/** The path to which providers return. It redirects to the screen that the visitor wanted to open. */
function toReturn(params: URLSearchParams): string {
  return `/sign-in?next=${encodeURIComponent(readNext(params))}`;
}

/** Links for signing in with each provider, which then open the screen that the visitor wanted. */
export function ProviderLinks() {
  const [params] = useSearchParams();
  const providers = useProviders();
  return providers.data?.map(({ provider, name, login_url: url }) => (
    <p key={provider}>
      <ProviderLink label={`Sign in with ${name}`} url={url} next={toReturn(params)} />
    </p>
  ));
}

/** Shows why a sign-in with a provider failed. */
export function SocialProblem({ code }: { code: string }) {
  const texts: Readonly<Record<string, string>> = SOCIAL_ERRORS;
  return (
    <p className="problem" role="alert">
      {Object.hasOwn(texts, code) ? texts[code] : SOCIAL_ERRORS.provider_error}
    </p>
  );
}
