import { Link, useLocation } from 'react-router';
import { NotFoundPage, Page } from '../../components/page.tsx';

/** What the screen that deletes an account passes on. */
export interface DeletedAccount {
  username: string;
  /** With their number, as a phrase: `12 items`. */
  items: string;
}

/** The last page: what was deleted with an account. */
export function AccountDeletedScreen() {
  const deleted = useLocation().state as DeletedAccount | null;
  if (!deleted) return <NotFoundPage />;
  return (
    <Page title="Your account is deleted">
      <p role="status">{`Everything that Kitroom kept about ${deleted.username} is deleted:`}</p>
      <ul className="deleted">
        <li>your profile, its picture and your e-mail address</li>
        <li>{`${deleted.items} with their photos, and the history of their values`}</li>
        <li>your imports and exports</li>
        <li>your share links, which no longer open anything</li>
        <li>your sessions in all browsers, your API token and your ways to sign in</li>
      </ul>
      <p>Thank you for having been here.</p>
      <p>
        <Link to="/kits">Look at kits</Link>
      </p>
    </Page>
  );
}
