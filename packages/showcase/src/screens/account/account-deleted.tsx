import { Link, useLocation } from 'react-router';
import { NotFoundPage, Page } from '../../components/page.tsx';

/** The history state that the account screen passes to this one. */
export interface DeletedAccount {
  username: string;
  /** The number of items as a phrase: `12 items`. */
  items: string;
}

/** The last page after deleting an account, with a list of what was deleted. */
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
      <p>Thank you for using Kitroom.</p>
      <p>
        <Link to="/kits">Look at kits</Link>
      </p>
    </Page>
  );
}
