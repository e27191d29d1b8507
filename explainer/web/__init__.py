"""What is seen and asked, in Streamlit; no other room knows that it exists."""
