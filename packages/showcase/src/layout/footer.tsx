import { Link } from 'react-router';

/** What this is, at the end of each screen. */
export function Footer() {
  return (
    <footer className="footer">
      <p>
        Kitroom’s showcase: a front end on two typed clients, to read and to copy from.{' '}
        <Link to="/collectors">See other collections</Link>
      </p>
    </footer>
  );
}
