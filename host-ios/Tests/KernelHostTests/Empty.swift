// Placeholder
import Testing
