// Short notices at the bottom; a screen reader hears them too.
import { Button } from '@radix-ui/themes';
import { dismissNotice, useNotices } from '../stores/notices-store';
import { Dismiss } from './act';
import './notices.css';

export function Notices() {
  const notices = useNotices();
  return (
    <div className="notices stack" role="status" aria-live="polite">
      {notices.map(({ id, text, action }) => (
        <div key={id} className="notice row gap-3 pad-3 panel card">
          <span>{text}</span>
          {action && (
            <Button
              size="2"
              variant="ghost"
              onClick={() => {
                action.run();
                dismissNotice(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <Dismiss label="Put this notice away" onClick={() => dismissNotice(id)} />
        </div>
      ))}
    </div>
  );
}
