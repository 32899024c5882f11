import './style/base.css';
import './style/frame.css';
import './style/prose.css';
import './style/code.css';
import './style/search.css';
import './style/landing.css';
import './style/reference.css';
import './style/print.css';
import { addCopyButtons } from './copy-buttons.ts';
import { followOldAddress } from './old-addresses.ts';
import { followReferenceLinks } from './reference-links.ts';
import { enableSearch } from './search-dialog.ts';

followOldAddress();
followReferenceLinks();
addCopyButtons();
enableSearch();
