export const handle = { hasFooter: true }

export { HomePage as default } from '../components/home-page'
