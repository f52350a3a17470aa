import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The default theme with the fonts of the reader's system. */
export default theme;
