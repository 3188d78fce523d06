export const handle = { hasFooter: true, isStatic: true }

export { HomePage as default } from '../components/home-page'
