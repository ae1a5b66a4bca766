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
  delete: 'Delete your account',
};

/** For a front end on another site than the service: browsers keep sessions apart, so the service's own pages help. */
export function OtherSite({ title }: { title: string }) {
  const { collectionUrl } = useServices();
  return (
    <Page title={title}>
      <p>
        This front end and the service that holds your account are on different sites, so your browser keeps
        you from signing in here. The service has pages of its own for your account:
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
