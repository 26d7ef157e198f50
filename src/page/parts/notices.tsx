// Short notices at the bottom; a screen reader hears them too.
import { IconButton } from '@radix-ui/themes';
import { X } from 'lucide-react';
import { dismissNotice, useNotices } from '../stores/notices-store';
import './notices.css';

export function Notices() {
  const notices = useNotices();
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map(({ id, text, action }) => (
        <div key={id} className="notice">
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run();
                dismissNotice(id);
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton size="1" variant="ghost" color="gray" aria-label="Put this notice away" onClick={() => dismissNotice(id)}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
