import { Page } from '../../components/page.tsx';
import { useServices } from '../../services.ts';

const PAGES: Readonly<Record<string, string>> = {
  login: 'Sign in',
  signup: 'Create an account',
  'password/reset': 'Forgotten your password?',
  email: 'E-mail address',
  'password/change': 'Password',
  mfa: 'Multi-factor sign-in',
  social: 'Sign-in providers',
  sessions: 'Sessions and API token',
  tokens: 'App tokens',
  delete: 'Delete your account',
};

/**
 * Shown if the browser cannot keep a session, because it blocks cookies, or because the front end is on
 * another site than the service. In the second case, it links to the service's own account pages.
 */
export function OtherSite({ title }: { title: string }) {
  const { collectionUrl } = useServices();
  const { hostname } = window.location;
  if (new URL(collectionUrl).hostname === hostname) {
    return (
      <Page title={title}>
        <p>
          Your browser blocks cookies, and signing in needs one. Allow cookies for {hostname}, then reload
          this page. You can look at kits and shared collections without signing in.
        </p>
      </Page>
    );
  }
  return (
    <Page title={title}>
      <p>
        This front end and the service with your account are on different sites, so your browser does not let
        you sign in here. Use the service’s own pages for your account:
      </p>
      <ul className="links">
        {Object.entries(PAGES).map(([path, label]) => (
          <li key={path}>
            <a href={`${collectionUrl}/accounts/${path}`}>{label}</a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
