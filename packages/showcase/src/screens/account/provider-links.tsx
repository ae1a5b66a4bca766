import { SOCIAL_ERRORS } from '@kitroom/collection-client';
import { useQuery } from '@tanstack/react-query';
import { useHref, useLocation, useSearchParams } from 'react-router';
import { readNext } from '../../before-sign-in.ts';
import { useCollection } from '../../services.ts';

export function useProviders() {
  const { accounts } = useCollection();
  return useQuery({ queryKey: ['providers'], queryFn: ({ signal }) => accounts.socialProviders({ signal }) });
}

/** Leads to a sign-in provider, and back to this screen. */
export function ProviderLink({ label, url, next }: { label: string; url: string; next?: string }) {
  const { pathname } = useLocation();
  const path = useHref(next ?? pathname);
  const address = new URL(url);
  address.searchParams.set('next', new URL(path, location.href).href);
  return (
    // The service wants to know which front end links an account.
    <a className="button" href={address.href} referrerPolicy="origin">
      {label}
    </a>
  );
}

/** Signs in with each of the providers, and then goes where the visitor wanted to. */
export function ProviderWays() {
  const [params] = useSearchParams();
  const providers = useProviders();
  return providers.data?.map(({ provider, name, login_url: url }) => (
    <p key={provider}>
      <ProviderLink
        label={`Sign in with ${name}`}
        url={url}
        next={`/sign-in?next=${encodeURIComponent(readNext(params))}`}
      />
    </p>
  ));
}

/** Why a sign-in with a provider failed. */
export function SocialProblem({ code }: { code: string }) {
  const texts: Readonly<Record<string, string>> = SOCIAL_ERRORS;
  return (
    <p className="problem" role="alert">
      {Object.hasOwn(texts, code) ? texts[code] : SOCIAL_ERRORS.provider_error}
    </p>
  );
}
