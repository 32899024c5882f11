import './style/base.css';
import './style/frame.css';
import './style/prose.css';
import './style/code.css';
import './style/search.css';
import './style/landing.css';
import './style/reference.css';
import './style/send.css';
import './style/print.css';
import { addCopyButtons } from './copy-buttons.ts';
import { followOldAddress } from './old-addresses.ts';
import { completeReference } from './reference/index.ts';
import { enableSearch } from './search-dialog.ts';

followOldAddress();
completeReference();
addCopyButtons();
enableSearch();
