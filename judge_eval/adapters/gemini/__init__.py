"""The Gemini judge, through google-genai."""
